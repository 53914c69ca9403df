import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe, test } from 'node:test';
import { CANON_LANGUAGES, type CanonLanguage, findBook } from '../../../src/domain/scripture/canon.ts';
import type { Passage } from '../../../src/domain/scripture/passage-numbers.ts';
import { candidatePassages, parsePassage } from '../../../src/domain/scripture/references/reference.ts';

const TRIALS = readFileSync(new URL('./reference-trials.tsv', import.meta.url), 'utf8')
  .split('\n')
  .filter((line) => line !== '' && !line.startsWith('#'))
  .map((line) => line.split('\t') as [language: string, typed: string, meant: string]);

/** Formats a passage as the trials do: "JHN 3:16-18", "GEN 1:1-2:3", "ACT 2:42ff". */
function toCodes({ book_id, chapter, verse, end_chapter, end_verse }: Passage): string {
  const start = `${findBook(book_id)!.code}${chapter === undefined ? '' : ` ${chapter}`}`;
  if (verse === undefined) return end_chapter === undefined ? start : `${start}-${end_chapter}`;
  if (end_verse === undefined) return `${start}:${verse}${end_chapter === undefined ? '' : 'ff'}`;
  return `${start}:${verse}-${end_chapter === undefined ? '' : `${end_chapter}:`}${end_verse}`;
}

/** Lists each verse and chapter of the ranges, because neighbors may be written as one range. */
const listVerses = (codes: string): string =>
  codes
    .split(';')
    .flatMap((range) => {
      const [, start = '', first, last] = /^(\S+ (?:\d+:)?)(\d+)-(\d+)$/.exec(range) ?? [];
      if (start === '') return [range];
      return Array.from({ length: Number(last) - Number(first) + 1 }, (_, at) => `${start}${Number(first) + at}`);
    })
    .join(';');

/** Returns whether the text is read as meant, and whether it is clearly read as something else. */
function read(typed: string, meant: string, language?: CanonLanguage) {
  const { candidates, ambiguous } = parsePassage(typed, language);
  const [first] = candidates;
  const found = first === undefined ? '-' : listVerses(candidatePassages(first).map(toCodes).join(';'));
  const isMeant = !meant.endsWith('?') && meant.split('|').map(listVerses).includes(found);
  const isClear = first !== undefined && !ambiguous;
  const isUnclear = meant.endsWith('?') ? ambiguous : meant === '-' ? !isClear : meant.includes('|') && isMeant;
  return { right: isUnclear || (isMeant && (isClear || meant === '-')), misled: isClear && !isMeant };
}

describe('[D32] references that trials with people found', () => {
  for (const language of CANON_LANGUAGES) {
    test(`when they are typed in ${language}, then each is read as meant`, () => {
      const own = TRIALS.filter(([one]) => one === language);
      assert.ok(own.length >= 100);
      const wrong = own.filter(([, typed, meant]) => !read(typed, meant, language).right);
      assert.deepEqual(wrong, []);
    });
  }

  test('when they are typed in any language, also without it, then none is clearly read as something else', () => {
    const misled = TRIALS.flatMap(([own, typed, meant]) =>
      [undefined, ...CANON_LANGUAGES]
        .filter(
          (language) => language === undefined || language === own || !CANON_LANGUAGES.includes(own as CanonLanguage),
        )
        .filter((language) => read(typed, meant, language).misled)
        .map((language) => `${typed} (${language})`),
    );
    assert.deepEqual(misled, []);
  });
});
