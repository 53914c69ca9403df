import { type CanonBook, type CanonLanguage, findBookByCode } from '../canon.ts';

/**
 * Common spellings that the tables of names do not have, by language, in lower case without dots and spaces. A spelling
 * shared by several books lists the most likely first.
 */
const SPELLINGS: Readonly<Record<CanonLanguage, string>> = {
  en: `
    ez=EZK,EZR  hb=HEB,HAB  jo=JHN,JON,JOB,JOS,JOL  jd=JUD,JDG  jud=JUD,JDG  ju=JUD,JDG  ph=PHP,PHM  ma=MAT,MRK,MAL  co=COL
    jh=JHN duet=DEU duetoronomy=DEU plasm=PSA plasms=PSA
    palm=PSA palms=PSA jonh=JHN johm=JHN eccliastes=ECC`,
  pt: 'ab=OBA',
  de: `1ptr=1PE 2ptr=2PE jud=JDT`,
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

/** Returns the books that a spelling outside the tables of names may mean. */
export function findBooksBySpelling(name: string, language: CanonLanguage): readonly CanonBook[] {
  spellings ??= { en: readTable(SPELLINGS.en), pt: readTable(SPELLINGS.pt), de: readTable(SPELLINGS.de) };
  return spellings[language].get(name.toLowerCase().replace(/[\s.]/g, '')) ?? [];
}
