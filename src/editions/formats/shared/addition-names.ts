import { type CanonBook, findBookByCode } from '../../../domain/scripture/canon.ts';

/**
 * Names of additions to other books, besides those that the canon knows. An addition maps to the book that contains it,
 * or to its own book.
 */
const NAMES: readonly (readonly [name: RegExp, code: string])[] = [
  [/^(the )?(rest|additions?|remainder) (of|to) esther$|^(zusätze|stücke|reste?) zu (esther|ester)$/i, 'ESG'],
  [/^(adições|acréscimos|suplementos) (a|de) ester$|^esther additions$/i, 'ESG'],
  [/^(the )?(rest|additions?) (of|to) daniel$|^(zusätze|stücke) zu daniel$/i, 'DAG'],
  [/^(adições|acréscimos|suplementos) (a|de) daniel$|^daniel additions$/i, 'DAG'],
  [/^(the )?(letter|epistle) of (jeremiah|jeremias|jeremy)$|^brief (des )?jeremia(s)?$/i, 'LJE'],
  [/^(the )?prayer of azaria[hs]$|^(the )?song of the three( (holy|young))? (children|men|jews)$/i, 'S3Y'],
  [/^(the )?prayer of manass?eh?s?$|^gebet (des )?manasse(s|h)?$/i, 'MAN'],
  [/^(the )?(psalm|salmo) 151$/i, 'PS2'],
];

/** Returns the book that contains an addition, by its name. Null for any other name. */
export function findBookOfAddition(name: string): CanonBook | null {
  const code = NAMES.find(([pattern]) => pattern.test(name.trim()))?.[1];
  return code === undefined ? null : findBookByCode(code);
}
