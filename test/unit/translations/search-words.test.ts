import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { readStarterEdition } from '../../../src/editions/starter.ts';
import { toStem, toWords } from '../../../src/storage/queries/search/search-words.ts';

const stemOf = (word: string): string => toStem(word, 'en');

/** Nouns of the starter edition in both numbers, and in the forms of today where it has no plural. */
const PAIRS = [
  ['priest', 'priests'],
  ['forest', 'forests'],
  ['request', 'requests'],
  ['harvest', 'harvests'],
  ['tempest', 'tempests'],
  ['interest', 'interests'],
  ['rainforest', 'rainforests'],
  ['shibboleth', 'shibboleths'],
  ['twentieth', 'twentieths'],
] as const;

/** Pairs that differ only in an "s", without being singular and plural. */
const NO_PAIRS = new Set(['canaanites', 'princes', 'moabites', 'ammonites']);

const SAME: readonly (readonly string[])[] = [
  ['love', 'lovest', 'loveth', 'loved', 'loving'],
  ['believe', 'believest', 'believeth', 'believed'],
  ['sin', 'sinnest', 'sinneth', 'sinned'],
  ['say', 'sayest', 'sayeth'],
  ['flee', 'fleeth'],
  ['study', 'studieth', 'studied'],
  ['great', 'greatest'],
  ['request', 'requested', 'requesting'],
  ['manifest', 'manifested'],
];

const DIFFERENT: readonly (readonly [string, string])[] = [
  ['forest', 'fore'],
  ['forty', 'fortieth'],
  ['priest', 'pry'],
  ['honest', 'hone'],
];

describe('the stems of English words', () => {
  let words: ReadonlySet<string>;
  before(async () => {
    const { books } = await readStarterEdition();
    words = new Set(books.flatMap(({ verses }) => verses.flatMap(({ text }) => toWords(text))));
  });

  for (const [singular, plural] of PAIRS) {
    test(`[D31] when "${singular}" is searched for, then "${plural}" is found`, () =>
      assert.equal(stemOf(plural), stemOf(singular)));
  }

  test('[D31] when a noun of the starter edition is searched for, then it is found in both numbers', (t) => {
    const pairs = [...words].filter((word) => word.length > 3 && words.has(`${word}s`) && !NO_PAIRS.has(word));
    const parted = pairs.filter((word) => stemOf(word) !== stemOf(`${word}s`));
    t.diagnostic(`${pairs.length} pairs`);
    assert.ok(pairs.length > 1_000);
    assert.deepEqual(parted, []);
  });

  for (const forms of SAME) {
    test(`[D31] when forms are compared, then ${forms.join(', ')} are one word`, () =>
      assert.equal(new Set(forms.map(stemOf)).size, 1));
  }

  for (const [one, other] of DIFFERENT) {
    test(`[D31] when words are compared, then "${one}" is not "${other}"`, () =>
      assert.notEqual(stemOf(one), stemOf(other)));
  }

  test('[D31] when words of the starter edition have old endings, then these are those of its verbs', (t) => {
    const verbs = [...words].flatMap((word) => {
      const begin = /^(.{3,})e(?:th|st)$/.exec(word)?.[1];
      const forms = begin === undefined ? [] : [`${begin}ed`, begin, `${begin}e`].filter((form) => words.has(form));
      return forms.length > 0 ? [{ word, forms }] : [];
    });
    const parted = verbs.filter(({ word, forms }) => !forms.some((form) => stemOf(form) === stemOf(word)));
    t.diagnostic(`${verbs.length} verbs, parted: ${parted.map(({ word }) => word).join(' ')}`);
    assert.ok(verbs.length > 700);
    assert.ok(parted.length <= verbs.length / 100);
  });
});
