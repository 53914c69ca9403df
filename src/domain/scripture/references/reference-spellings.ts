import { type CanonBook, type CanonLanguage, findBookByCode } from '../canon.ts';

/**
 * Spellings that people use and no table of names has: of one book, or of several that share it, the likeliest first. By the language
 * in which they are used; in lower case, without dots and spaces.
 */
const SPELLINGS: Readonly<Record<CanonLanguage, string>> = {
  en: `
    ez=EZK,EZR  hb=HEB,HAB  jo=JHN,JON,JOB,JOS,JOL  jd=JUD,JDG  jud=JUD,JDG  ju=JUD,JDG  ph=PHP,PHM  ma=MAT,MRK,MAL  co=COL
    jh=JHN duet=DEU duetoronomy=DEU plasm=PSA plasms=PSA
    jonh=JHN johm=JHN eccliastes=ECC`,
  pt: '',
  de: `1ptr=1PE 2ptr=2PE`,
};

let spellings: Readonly<Record<CanonLanguage, ReadonlyMap<string, readonly CanonBook[]>>> | null = null;

const readTable = (table: string): ReadonlyMap<string, readonly CanonBook[]> =>
  new Map(
    table
      .trim()
      .split(/\s+/)
      .filter((entry) => entry !== '')
      .map((entry) => {
        const [spelling, codes] = entry.split('=') as [string, string];
        return [spelling, codes.split(',').map((code) => findBookByCode(code)!)];
      }),
  );

/** The books that a spelling may stand for, which is in no table of names. */
export function findBooksBySpelling(name: string, language: CanonLanguage): readonly CanonBook[] {
  spellings ??= { en: readTable(SPELLINGS.en), pt: readTable(SPELLINGS.pt), de: readTable(SPELLINGS.de) };
  return spellings[language].get(name.toLowerCase().replace(/[\s.]/g, '')) ?? [];
}
