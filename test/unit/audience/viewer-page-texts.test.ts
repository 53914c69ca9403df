import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { ViewerItem, ViewerState } from '../../../src/contract/viewer.ts';
import { toDisplayPages } from '../../../web/shared/display-pages.ts';
import { formatDuration } from '../../../web/shared/format-duration.ts';
import {
  joinRights,
  showsVerseNumbers,
  type TranslationText,
  toPageId,
  toReferences,
  toTranslationNames,
  toTranslationTexts,
} from '../../../web/viewer/scripture/translation-texts.ts';
import { ESTHER_8_9, JOHN_3_PARALLEL, parallelOf } from '../../support/requests/parallel-samples.ts';

const textsOf = (state: ViewerState, only?: string[]) =>
  toTranslationTexts(toDisplayPages(state).page!, state.editions, only);
const wordsOf = ({ rows }: TranslationText) => rows.map((row) => row.map(({ text }) => text));

test('[D54] when a page has several translations, then each is named once, with its rights, and each reference once', () => {
  const texts = textsOf(parallelOf(JOHN_3_PARALLEL, ['kjv', 'elb', 'wlc']));
  assert.deepEqual(
    texts.map(({ key }) => key),
    ['kjv', 'elb', 'wlc'],
  );
  assert.deepEqual(
    toReferences(texts).map(({ reference }) => reference),
    ['John\u00a03:16', 'Johannes\u00a03,16', 'יוחנן\u00a03:16'],
  );
  assert.deepEqual(toTranslationNames(texts), [
    'King James Version',
    'Elberfelder 1905',
    'Westminster Leningrad Codex',
  ]);
  assert.equal(
    joinRights(texts),
    'King James Version, public domain. · Elberfelder 1905: Elberfelder Bibel 1905, gemeinfrei. · Westminster Leningrad Codex.',
  );
});

test('[D54] when a page has one translation, then its name and its rights stand apart, and the name is said once', () => {
  const texts = textsOf(parallelOf(JOHN_3_PARALLEL, ['kjv']));
  assert.deepEqual([toTranslationNames(texts), joinRights(texts)], [['King James Version'], 'Public domain.']);
});

test('[D60] when settings name translations, then those alone are shown, in that order; where the page has none of them, its own', () => {
  const state = parallelOf(JOHN_3_PARALLEL, ['kjv', 'elb', 'cuv']);
  const shown = (only: string[]) => textsOf(state, only).map(({ key }) => key);
  assert.deepEqual(shown(['cuv', 'unknown', 'kjv']), ['cuv', 'kjv']);
  assert.deepEqual(shown(['unknown']), ['kjv', 'elb', 'cuv']);
  const { page } = toDisplayPages(state);
  const onPlate = (only: string[] | null) => toTranslationTexts(page!, state.editions, only, 2).map(({ key }) => key);
  assert.deepEqual(onPlate(null), ['kjv', 'elb'], 'a lower third shows the first two');
  assert.deepEqual(onPlate(['cuv', 'elb', 'kjv']), ['cuv', 'elb', 'kjv'], 'or all that are named');
});

test('[D54] when a translation lacks a line of the page, then its row is empty and its reference leaves it out', () => {
  const texts = textsOf(parallelOf(JOHN_3_PARALLEL, ['kjv', 'wlc'], { lines: 3 }));
  assert.deepEqual(
    texts[1]!.rows.map(({ length }) => length),
    [1, 1, 0],
  );
  assert.deepEqual([texts[0]!.reference, texts[1]!.reference], ['John\u00a03:16–18', 'יוחנן\u00a03:16–17']);
  assert.ok(showsVerseNumbers(texts));
});

test('[D54] when a line of several verses is split, then a part shows what it has of each, and the number where a verse begins', () => {
  const verse = (number: number, text: string): ViewerItem => ({
    id: `v${number}`,
    book_id: 1,
    book: 'Psalms',
    chapter: 51,
    verse: number,
    text,
    edition: 'kjv',
    line: 'v1',
    run: 'v1',
  });
  const long = 'Have mercy upon me, O God, according to thy lovingkindness. '.repeat(4).trim();
  const state = { ...parallelOf([], ['kjv']), items: [verse(1, 'A Psalm of David.'), verse(2, long), verse(3, long)] };
  const parts = [0, 1].map((part) => textsOf({ ...state, focus: 'v1', part })[0]!);
  const verses = parts.flatMap(({ rows }) => rows.flat());
  assert.equal(verses.map(({ text }) => text.trim()).join(' '), state.items.map(({ text }) => text).join(' '));
  assert.deepEqual(
    verses.filter(({ begins }) => begins).map(({ item }) => item.verse),
    [1, 2, 3],
  );
  assert.notEqual(toPageId([parts[0]!]), toPageId([parts[1]!]));
});

test('[D54] when a single verse stands alone, then it has no number, nor has a part of it', () => {
  assert.equal(showsVerseNumbers(textsOf(parallelOf(JOHN_3_PARALLEL, ['kjv', 'elb']))), false);
  const part = textsOf(parallelOf([ESTHER_8_9], ['kjv'], { part: 1 }));
  assert.equal(showsVerseNumbers(part), false);
  assert.ok(ESTHER_8_9.texts.kjv!.endsWith(wordsOf(part[0]!)[0]![0]!));
});

test('[D62] when a countdown is shown, then as minutes and seconds, hours only where there are some, and past its end with a plus', () => {
  assert.deepEqual([245, 3_845, 0, 9, -12, -3_600].map(formatDuration), [
    '4:05',
    '1:04:05',
    '0:00',
    '0:09',
    '+0:12',
    '+1:00:00',
  ]);
});
