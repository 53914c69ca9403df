import { TITLES_OF_ONE_VERSE, TITLES_OF_TWO_VERSES } from './versification-anchors.ts';

/** The starts of the Septuagint's psalms among the Hebrew ones. Psalms in between follow one by one. */
const GREEK_ORDER: readonly (readonly [psalm: number, verse: number, hebrewPsalm: number, hebrewVerse: number])[] = [
  ...upTo(1, 9, 0),
  [9, 22, 10, 1],
  ...upTo(10, 112, 1),
  [113, 1, 114, 1],
  [113, 9, 115, 1],
  [114, 1, 116, 1],
  [115, 1, 116, 10],
  ...upTo(116, 145, 1),
  [146, 1, 147, 1],
  [147, 1, 147, 12],
  ...upTo(148, 150, 0),
];

const HEBREW_ORDER = upTo(1, 150, 0);

function upTo(first: number, last: number, ahead: number): [number, number, number, number][] {
  return Array.from({ length: last - first + 1 }, (_, at) => [first + at, 1, first + at + ahead, 1]);
}

/** Returns the anchors of psalms whose titles are counted as verses, in the format of `versification-anchors.ts`. */
export function psalmAnchors(order: 'hebrew' | 'greek'): string {
  const titles = new Map<number, number>();
  for (const psalm of TITLES_OF_ONE_VERSE.split(' ')) titles.set(Number(psalm), 1);
  for (const psalm of TITLES_OF_TWO_VERSES.split(' ')) titles.set(Number(psalm), 2);
  const anchors: string[] = [];
  for (const [psalm, verse, hebrew, hebrewVerse] of order === 'greek' ? GREEK_ORDER : HEBREW_ORDER) {
    const count = titles.get(hebrew) ?? 0;
    const own = (after: number) => `${psalm}:${verse + after}`;
    if (count >= 1) anchors.push(`${own(0)}=${hebrew}:0`);
    if (count === 2) anchors.push(`${own(1)}=${hebrew}:0b`);
    anchors.push(`${own(count)}=${hebrew}:${hebrewVerse}`);
  }
  return anchors.join(' ');
}
