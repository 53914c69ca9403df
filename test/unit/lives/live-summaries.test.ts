import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { pageAfter, pageBefore, toPages } from '../../../src/contract/paging/pages.ts';
import { applyTransition, push } from '../../../src/domain/live/changes/transitions.ts';
import { LiveSummaries } from '../../../src/domain/live/reading/live-summaries.ts';
import {
  findPageIndex,
  focusedPage,
  nextPage,
  previousPage,
  queueLines,
  queuePages,
  toFocus,
} from '../../../src/domain/live/state/pages.ts';
import { Validators } from '../../../src/domain/live/state/validator.ts';
import type { Editions } from '../../../src/domain/scripture/editions.ts';
import type { Passage } from '../../../src/domain/scripture/passage-numbers.ts';
import { formatPassages } from '../../../src/domain/scripture/references/reference-format.ts';
import type { LiveState, NewItem, Owner } from '../../../src/storage/storage.ts';
import { emptyState, liveRecord } from '../../support/requests/live-state.ts';

const OWNER: Owner = { kind: 'organization', id: 'organization' };
const NOW_MAX_BYTES = 16 * 1024;
const TEXT_MAX_BYTES = 2 * 1024;

interface Shape {
  readonly verses: number;
  readonly translations: number;
  readonly toText: (verse: number) => string;
}

const createItems = ({ verses, translations, toText }: Shape): NewItem[] =>
  Array.from({ length: translations }, (_, index) => `translation-${index}`).flatMap((translation) =>
    Array.from({ length: verses }, (_, verse) => ({
      bookId: 1,
      book: 'Genesis',
      chapter: 1,
      verse: verse + 1,
      text: toText(verse + 1),
      translation,
      revisionId: translation,
      line: verse,
      run: 0,
    })),
  );

let ids = 0;
const pushed = (state: LiveState, items: readonly NewItem[]): LiveState =>
  applyTransition(state, push(state, items, { maxItems: 10_000, newId: () => `item-${ids++}` }));
const focused = (state: LiveState, fields: Partial<LiveState['record']>): LiveState => ({
  ...state,
  record: { ...state.record, ...fields, sequence: state.record.sequence + 1 },
});

function createNows({
  attribution = 'Public domain.',
  name = 'Anna',
  findNames = async () => new Map([['user', name]]),
  warn = (error: Error): void => {
    throw error;
  },
} = {}): LiveSummaries {
  const editions = {
    requireRevision: () => ({ language: 'und', languageTag: null, rights: { attribution } }),
    citeFor: () => (_revision: string, passages: readonly Passage[]) => formatPassages(passages),
    enabled: async () => new Set(),
    find: async () => null,
  } as unknown as Editions;
  const audit = { findNames };
  const published = { require: () => Promise.reject(new Error('no snapshot')) };
  const shows = { snapshots: published, plans: { outline: async () => null } };
  return new LiveSummaries({ audit } as never, editions, shows, new Validators('epoch'), warn);
}

const bytesOf = (value: unknown) => Buffer.byteLength(JSON.stringify(value));

describe('[D55] who made the last change', () => {
  it('when the name cannot be read, then it is null, which is logged, and the next reader gets the name', async () => {
    const changed = { at: '2026-01-01T00:00:00.000Z', userId: 'user', credentialId: null, operation: 'step' };
    const state = emptyState(liveRecord(OWNER, { changed }));
    const outcomes = [Promise.reject(new Error('no response')), Promise.resolve(new Map([['user', 'Anna']]))];
    const warnings: string[] = [];
    const nows = createNows({ findNames: () => outcomes.shift()!, warn: ({ message }) => warnings.push(message) });
    assert.deepEqual(
      [(await nows.toSummary(state)).changed, warnings],
      [{ at: changed.at, by: null, operation: 'step' }, ['no response']],
    );
    assert.deepEqual([(await nows.toSummary(state)).changed!.by, warnings.length], ['Anna', 1]);
  });
});

describe('[D55] what a controller reads, in any queue', () => {
  it('when 5,000 items of four translations are queued, then it has at most 16 KiB, and each text is whole', async () => {
    const toText = (verse: number) => `Verse ${verse}. `.repeat(6);
    const state = pushed(emptyState(liveRecord(OWNER)), createItems({ verses: 1_250, translations: 4, toText }));
    const now = await createNows().toSummary(state);
    assert.deepEqual([now.queue.items, now.queue.lines], [5_000, 1_250]);
    assert.ok(bytesOf(now) <= NOW_MAX_BYTES);
    assert.ok(now.focus!.texts.every(({ text }) => toText(1).includes(text) && text.length > 0));
  });

  for (const [what, text] of [
    ['long', 'a'],
    ['of emoji', '👨‍👩‍👧'],
    ['of quotation marks', '"'],
    ['of control characters', '\u0001'],
    ['of half characters', '\ud800'],
  ] as const) {
    it(`when all texts are ${what}, and many are on the page, then it has at most 16 KiB all the same`, async () => {
      const toText = () => text.repeat(9_000);
      const record = liveRecord(OWNER, {
        name: text.repeat(120),
        translations: Array.from({ length: 4 }, () => 'x'.repeat(64)),
        paging: { lines: 6, page_characters: 1_000, keys: null },
        changed: { at: '2026-01-01T00:00:00.000Z', userId: 'user', credentialId: null, operation: 'pushPassage' },
      });
      const empty = emptyState(record);
      const stage = { message: text.slice(0, 2).repeat(250), countdownTo: '2026-01-01T00:00:00.000Z' };
      for (const translations of [1, 4, 20]) {
        const items = createItems({ verses: 4, translations, toText });
        const state = pushed({ ...empty, backstage: { version: 1, stage } }, items);
        const page = { ...toFocus(state.items, { line: 1, lines: 2, part: 0, parts: 1 }) };
        const now = await createNows({ attribution: text.repeat(3_000), name: text.repeat(120) }).toSummary(
          focused(state, page),
        );
        assert.ok(bytesOf(now) <= NOW_MAX_BYTES, `${bytesOf(now)} bytes`);
        assert.ok(now.focus!.texts.length > 0);
        for (const each of now.focus!.texts) {
          assert.ok(Buffer.byteLength(each.text) <= TEXT_MAX_BYTES && toText().startsWith(each.text));
          assert.ok(Buffer.byteLength(each.attribution) <= 512);
        }
        for (const short of [now.previous!, now.next!]) assert.ok(Buffer.byteLength(short.text) <= 512);
      }
    });
  }

  it('when a text is longer than 2 KiB, then it is cut there', async () => {
    const state = pushed(
      emptyState(liveRecord(OWNER)),
      createItems({ verses: 1, translations: 1, toText: () => 'a'.repeat(5_000) }),
    );
    assert.equal((await createNows().toSummary(state)).focus!.texts[0]!.text.length, TEXT_MAX_BYTES);
  });
});

describe('[D54], [D55] pages of a queue', () => {
  const shapes: readonly Shape[] = [
    { verses: 9, translations: 2, toText: (verse) => `Verse ${verse}.` },
    { verses: 12, translations: 1, toText: (verse) => 'A word, and another; and more. '.repeat(verse) },
  ];

  it('when the previous and next page are found among the cached pages, then they match the rule', () => {
    for (const shape of shapes) {
      for (const lines of [1, 2, 4]) {
        const paging = { lines, page_characters: 160, keys: null };
        let state = pushed(emptyState(liveRecord(OWNER, { paging })), createItems(shape));
        state = pushed(state, createItems(shape));
        const all = queueLines(state.items);
        assert.deepEqual(queuePages(state), toPages(all, paging));
        for (let line = 0; line < all.length; line++) {
          for (const count of [1, 3]) {
            for (const part of [0, 1]) {
              const page = focusedPage(focused(state, toFocus(state.items, { line, lines: count, part, parts: 1 })))!;
              assert.deepEqual(previousPage(state, page), pageBefore(all, paging, page));
              assert.deepEqual(nextPage(state, page), pageAfter(all, paging, page));
              const canonical = queuePages(state)[findPageIndex(queuePages(state), page)]!;
              assert.ok(canonical.line <= line && line < canonical.line + canonical.lines);
              assert.equal(canonical.part, page.part);
            }
          }
        }
      }
    }
  });

  it('when the focus moves, then no page is built again; when verses are added, then no existing line is', () => {
    const state = pushed(emptyState(liveRecord(OWNER)), createItems(shapes[0]!));
    const moved = focused(state, toFocus(state.items, { line: 3, lines: 1, part: 0, parts: 1 }));
    assert.equal(queuePages(moved), queuePages(state));
    const paged = { ...moved, record: { ...moved.record, paging: { ...moved.record.paging } } };
    assert.equal(queuePages(paged), queuePages(state), 'equal paging');
    const more = pushed(state, createItems(shapes[0]!));
    const before = queueLines(state.items);
    assert.deepEqual(
      queueLines(more.items)
        .slice(0, before.length)
        .map((line, at) => line === before[at]),
      before.map(() => true),
    );
    const removed = { ...more, items: more.items.filter((_, index) => index !== 0) };
    assert.equal(queueLines(removed.items)[0]!.translations[0]!.length, 1);
    assert.notEqual(queueLines(removed.items)[0], before[0]);
  });
});
