import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { type PassageReading, parsePassage } from '../../../src/domain/scripture/references/reference.ts';
import { readTypedLines, readTypedReferences } from '../../support/requests/typed-references.ts';

/** The share that must be read exactly as meant. [D32] */
const FLOOR = 0.99;
const LABELS = ['King James Version', 'kjv'];

const CORPUS = readTypedReferences();

/** Formats a reading as in the corpus. */
function toMeaning({ candidates, ambiguous }: PassageReading): string {
  const [first] = candidates;
  if (!first) return '-';
  if (ambiguous) return `?${candidates.map(({ reference }) => reference).join(' | ')}`;
  return first.exists ? first.reference : `!${first.reference}`;
}

function isRight(meant: string, read: string): boolean {
  if (!meant.startsWith('?') || !read.startsWith('?')) return meant === read;
  const readings = read.slice(1).split(' | ');
  return meant
    .slice(1)
    .split(' | ')
    .every((reference) => readings.includes(reference));
}

/** Returns true for a wrong reading that would be shown at once: clear, existing, and not the meant passage. */
const isMisled = (meant: string, read: string): boolean => !/^[-?!]/.test(read) && read !== meant;

describe('references as they are typed at a desk', () => {
  test('[D32] when the corpus is read, then it has at least 500 typed references, in three languages, none twice', () => {
    for (const language of ['en', 'pt', 'de']) {
      const typed = CORPUS.filter((entry) => entry.language === language).map((entry) => entry.typed);
      assert.ok(typed.length > 150, language);
    }
    const lines = readTypedLines().map(({ language, typed }) => `${language} ${typed}`);
    assert.equal(new Set(lines).size, lines.length);
    assert.ok(CORPUS.length >= 500, `${CORPUS.length}`);
  });

  test('[D32] when the corpus is read with the language named, then 99 of 100 are as meant, and none is clearly something else', (t) => {
    const misses: string[] = [];
    const misled: string[] = [];
    for (const { language, typed, meant } of CORPUS) {
      const read = toMeaning(parsePassage(typed, language, LABELS));
      if (isRight(meant, read)) continue;
      misses.push(`${language} "${typed}": ${meant}, read as ${read}`);
      if (isMisled(meant, read)) misled.push(misses.at(-1)!);
    }
    const share = 1 - misses.length / CORPUS.length;
    t.diagnostic(`${CORPUS.length} typed references, ${(share * 100).toFixed(1)} % right`);
    for (const miss of misses) t.diagnostic(miss);
    assert.ok(share >= FLOOR, misses.join('\n'));
    assert.deepEqual(misled, []);
  });

  test('[D32] when the language is not named, then 97 of 100 are read as meant, and none in English is clearly something else', (t) => {
    const misses: string[] = [];
    const misled: string[] = [];
    for (const { language, typed, meant } of CORPUS) {
      const read = toMeaning(parsePassage(typed, undefined, LABELS));
      if (isRight(meant, read)) continue;
      misses.push(`${language} "${typed}": ${meant}, read as ${read}`);
      if (language === 'en' && isMisled(meant, read)) misled.push(misses.at(-1)!);
    }
    const share = 1 - misses.length / CORPUS.length;
    t.diagnostic(`${(share * 100).toFixed(1)} % right`);
    for (const miss of misses) t.diagnostic(miss);
    assert.ok(share >= 0.97, misses.join('\n'));
    assert.deepEqual(misled, []);
  });
});
