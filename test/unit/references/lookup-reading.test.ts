import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { readTypedText, toLookupReading } from '../../../src/domain/scripture/lookup/lookup-reading.ts';
import { rankReadings } from '../../../src/domain/scripture/references/reference.ts';
import { passageExists } from '../../../src/domain/scripture/versification/largest-counts.ts';
import { KNOWN_EDITIONS } from '../../../src/editions/known-editions.ts';
import { readTypedReferences } from '../../support/requests/typed-references.ts';

const KJV = [{ slug: 'kjv', name: 'King James Version' }];
const EDITIONS = { available: KJV, catalog: [...KJV, ...KNOWN_EDITIONS] };

const read = (typed: string, language?: 'en' | 'pt' | 'de') => {
  const { reading, candidates } = toLookupReading(
    rankReadings(readTypedText(typed, language, EDITIONS).readings, passageExists),
  );
  return { reading, references: candidates.map(({ reference }) => reference) };
};

/**
 * The corpus marks ambiguous texts with "?", passages that do not exist with "!", and texts without a meaning with "-".
 */
function isRight(meant: string, { reading, references }: ReturnType<typeof read>): boolean {
  if (meant === '-') return reading !== 'one';
  if (!meant.startsWith('?')) return references[0] === meant.replace('!', '');
  const all = meant.slice(1).split(' | ');
  return reading !== 'one' && all.every((reference) => references.includes(reference));
}

describe('the reading of what is typed so far', () => {
  test('[D58] when the references of the corpus are typed in the language of the Live, then the first candidate is right for 99 of 100', (t) => {
    const corpus = readTypedReferences();
    const misses = corpus.flatMap(({ typed, meant, language }) => {
      const found = read(typed, language);
      return isRight(meant, found) ? [] : [`${language} "${typed}": ${meant}, ${JSON.stringify(found)}`];
    });
    t.diagnostic(`${corpus.length} references, ${misses.length} missed`);
    for (const miss of misses) t.diagnostic(miss);
    assert.ok(misses.length <= corpus.length / 100, misses.join('\n'));
  });

  test('[D58] when it is not clear what is meant, then it is never read as one', () => {
    for (const { typed, meant, language } of readTypedReferences()) {
      if (!/^[?-]/.test(meant)) continue;
      assert.notEqual(read(typed, language).reading, 'one', typed);
    }
  });

  test('[D58] when a clear reference is typed key by key, then from its first number on there is always a candidate', () => {
    const bare: string[] = [];
    for (const { typed, meant, language } of readTypedReferences()) {
      if (/^[?!-]/.test(meant) || !/^\p{L}[^\d]*\d[\d:.,\s-]*$/u.test(typed)) continue;
      for (let end = typed.search(/\d/) + 1; end <= typed.length; end++) {
        if (read(typed.slice(0, end), language).references.length === 0) bare.push(typed.slice(0, end));
      }
    }
    assert.deepEqual(bare, []);
  });
});
