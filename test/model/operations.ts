import fc from 'fast-check';
import { SLIDES } from './live-model.ts';
import { type OwnerKind, TYPED } from './scripture.ts';

/** The validator to send in If-Match. */
export type Match = 'current' | 'stale' | 'other' | 'missing' | 'weak' | 'any' | 'list' | 'malformed';
/** If-None-Match. */
export type Known = 'none' | 'current' | 'stale' | 'weak' | 'any' | 'list';
/** An item that is in the queue, has the focus, was in the queue, or is in the queue of another Live. */
export interface ItemChoice {
  readonly of: 'queue' | 'focus' | 'gone' | 'other';
  readonly nth: number;
}
/** The cursor: none, an issued one (0 is the latest; `own` for the Live that is read), or an invalid one. */
type CursorChoice = 'none' | 'malformed' | { readonly nth: number; readonly own: boolean };

/**
 * `live` is the number of the Live, modulo their count, deleted ones last; `foreign` uses the credential of another
 * owner.
 */
interface OnLive {
  readonly live: number;
  readonly foreign: boolean;
}
interface Write extends OnLive {
  readonly match: Match;
}

export const READS = ['', '/display', '/playback', '/settings', '/focus'] as const;
const ORDERS = ['reverse', 'rotate', 'swap', 'identical', 'omit', 'duplicate', 'extra', 'empty'] as const;

/** The operations as plain data. Numbers choose among what exists when the operation runs. */
export type Operation =
  | { readonly kind: 'create'; readonly owner: OwnerKind; readonly name: string | undefined }
  | { readonly kind: 'list'; readonly owner: OwnerKind; readonly limit: number }
  | (OnLive & {
      readonly kind: 'read';
      readonly sub: (typeof READS)[number];
      readonly known: Known;
      readonly head: boolean;
    })
  | (OnLive & { readonly kind: 'item'; readonly item: ItemChoice; readonly known: Known })
  | (OnLive & {
      readonly kind: 'page';
      readonly limit: string | undefined;
      readonly after: CursorChoice;
      readonly known: Known;
    })
  | (OnLive & { readonly kind: 'poll'; readonly after: CursorChoice })
  | (Write & { readonly kind: 'push'; readonly reference: Readonly<Record<string, unknown>> })
  | (Write & {
      readonly kind: 'passage';
      readonly passage: string | Readonly<Record<string, unknown>>;
      readonly translations: readonly string[] | undefined;
      readonly replace: boolean | undefined;
    })
  | (Write & { readonly kind: 'clear' })
  | (Write & { readonly kind: 'remove'; readonly item: ItemChoice })
  | (Write & { readonly kind: 'reorder'; readonly order: (typeof ORDERS)[number] })
  | (Write & { readonly kind: 'playback'; readonly body: Readonly<Record<string, unknown>> })
  | (Write & {
      readonly kind: 'settings';
      readonly reference: string | null | undefined;
      readonly translations: readonly string[] | undefined;
    })
  | (Write & { readonly kind: 'rename'; readonly name: string | undefined })
  | (Write & { readonly kind: 'focus'; readonly item: ItemChoice })
  | (Write & { readonly kind: 'present'; readonly slide: number })
  | (Write & { readonly kind: 'leave' })
  | (Write & { readonly kind: 'undo'; readonly body: Readonly<Record<string, unknown>> })
  | (Write & { readonly kind: 'redo'; readonly body: Readonly<Record<string, unknown>> })
  | (Write & { readonly kind: 'delete' });

const some = <Value>(...values: Value[]) => fc.constantFrom(...values);
/** Chooses one of `usual` most of the time. */
const mostly = <Value>(usual: readonly Value[], seldom: readonly Value[]): fc.Arbitrary<Value> =>
  fc.oneof({ weight: 9, arbitrary: some(...usual) }, { weight: 1, arbitrary: some(...seldom) });

const nth = fc.nat(20);
/** Chooses mostly the first two, so that most operations succeed. */
const live = fc.oneof({ weight: 3, arbitrary: fc.nat(1) }, { weight: 1, arbitrary: fc.nat(7) });
const onLive = { live, foreign: mostly([false], [false, false, true]) };
const match = fc.oneof(
  { weight: 20, arbitrary: some<Match>('current') },
  { weight: 3, arbitrary: some<Match>('stale', 'other') },
  { weight: 3, arbitrary: some<Match>('missing', 'weak', 'any', 'list', 'malformed') },
);
const onWrite = { ...onLive, match };
const known = some<Known>('none', 'none', 'none', 'current', 'stale', 'weak', 'any', 'list');
const item: fc.Arbitrary<ItemChoice> = fc.record({
  of: mostly<ItemChoice['of']>(['queue', 'queue', 'focus'], ['gone', 'other']),
  nth,
});
const after: fc.Arbitrary<CursorChoice> = fc.oneof(
  { weight: 4, arbitrary: some<CursorChoice>('none') },
  { weight: 6, arbitrary: fc.record({ nth: fc.nat(3), own: mostly([true], [false]) }) },
  { weight: 1, arbitrary: some<CursorChoice>('malformed') },
);
const owner = some<OwnerKind>('organization', 'account');
/** [D11]: 1 to 120 characters after trimming. */
const name = mostly(['Sunday', '  Easter night\t', 'Ω'.repeat(120)], ['', '   ', 'x'.repeat(121)]);
const translations = mostly<readonly string[]>(
  [['one'], ['one', 'two'], ['two'], ['TWO', 'one']],
  [['off'], ['one', 'unknown'], ['one', 'off']],
);
const references: readonly Record<string, unknown>[] = [
  { book_id: 1 },
  { book_id: 1, chapter: 1 },
  { book_id: 43, chapter: 3, verse: 16 },
  { book_id: 43, chapter: 3, verse: 17 },
  { book_id: 43, translation: 'one' },
  { book_id: 19, chapter: 119 },
  { book_id: 19, translation: 'ONE' },
  { book_id: 1, chapter: 1, translation: 'two' },
];
const badReferences: readonly Record<string, unknown>[] = [
  { book_id: 43, verse: 16 },
  { book_id: 43, chapter: 0 },
  { book_id: 43, chapter: 3, verse: 99 },
  { book_id: 2, chapter: 1 },
  { book_id: 999 },
  { book_id: 1, translation: 'unknown' },
  { book_id: 1, translation: 'off' },
  { book_id: '1' },
  { chapter: 1 },
  { book_id: 1, more: true },
];
const passages: readonly Record<string, unknown>[] = [
  { book_id: 43, chapter: 3 },
  { book_id: 43, chapter: 3, verse: 16, end_verse: 17 },
  { book_id: 43, chapter: 3, end_chapter: 4 },
  { book_id: 43, chapter: 3, verse: 18, end_chapter: 4, end_verse: 1 },
  { book_id: 43, chapter: 3, verse: 18, end_verse: 16 },
  { book_id: 43 },
];
const typed = TYPED.map(([text]) => text);

const weighted: readonly [number, fc.Arbitrary<Operation>][] = [
  [2, fc.record({ kind: fc.constant('create'), owner, name: fc.option(name, { nil: undefined }) })],
  [1, fc.record({ kind: fc.constant('list'), owner, limit: fc.integer({ min: 1, max: 4 }) })],
  [6, fc.record({ kind: fc.constant('read'), ...onLive, sub: some(...READS), known, head: some(false, false, true) })],
  [3, fc.record({ kind: fc.constant('item'), ...onLive, item, known })],
  [
    7,
    fc.record({
      kind: fc.constant('page'),
      ...onLive,
      limit: mostly<string | undefined>([undefined, '1', '2', '7', '100'], ['0', '101', 'ten', '1.0']),
      after,
      known,
    }),
  ],
  [6, fc.record({ kind: fc.constant('poll'), ...onLive, after })],
  [9, fc.record({ kind: fc.constant('push'), ...onWrite, reference: mostly(references, badReferences) })],
  [
    7,
    fc.record({
      kind: fc.constant('passage'),
      ...onWrite,
      passage: fc.oneof(some(...typed), some(...passages)),
      translations: fc.option(translations, { nil: undefined, freq: 2 }),
      replace: some(undefined, undefined, false, true),
    }),
  ],
  [1, fc.record({ kind: fc.constant('clear'), ...onWrite })],
  [5, fc.record({ kind: fc.constant('remove'), ...onWrite, item })],
  [
    5,
    fc.record({
      kind: fc.constant('reorder'),
      ...onWrite,
      order: some<(typeof ORDERS)[number]>(...ORDERS, 'reverse', 'rotate', 'swap'),
    }),
  ],
  [
    5,
    fc.record({
      kind: fc.constant('playback'),
      ...onWrite,
      body: fc.oneof(
        {
          weight: 9,
          arbitrary: fc.record(
            { status: some('running', 'running', 'stopped'), paused: fc.boolean() },
            { requiredKeys: [] },
          ),
        },
        { weight: 1, arbitrary: some<Record<string, unknown>>({ status: 'paused' }, { paused: 1 }, { showing: true }) },
      ),
    }),
  ],
  [
    6,
    fc.record({
      kind: fc.constant('settings'),
      ...onWrite,
      reference: mostly<string | null | undefined>([undefined, null, ...typed], ['', 'x'.repeat(201)]),
      translations: mostly<readonly string[] | undefined>(
        [undefined, ['one'], ['one'], ['one', 'two'], ['TWO', 'one']],
        [[], [], ['off'], ['unknown'], ['one', 'ONE'], ['one', 'two', 'off', 'unknown', 'fifth']],
      ),
    }),
  ],
  [
    2,
    fc.record({
      kind: fc.constant('rename'),
      ...onWrite,
      name: mostly<string | undefined>(['Vespers', ' Advent '], ['', undefined]),
    }),
  ],
  [3, fc.record({ kind: fc.constant('focus'), ...onWrite, item })],
  [3, fc.record({ kind: fc.constant('present'), ...onWrite, slide: fc.nat(SLIDES - 1) })],
  [4, fc.record({ kind: fc.constant('leave'), ...onWrite })],
  [
    8,
    fc.record({
      kind: fc.constant('undo'),
      ...onWrite,
      body: mostly<Record<string, unknown>>([{}], [{ steps: 2 }]),
    }),
  ],
  [
    5,
    fc.record({
      kind: fc.constant('redo'),
      ...onWrite,
      body: mostly<Record<string, unknown>>([{}], [{ steps: 2 }]),
    }),
  ],
  [1, fc.record({ kind: fc.constant('delete'), ...onWrite })],
] as const;

export const operation: fc.Arbitrary<Operation> = fc.oneof(
  ...weighted.map(([weight, arbitrary]) => ({ weight, arbitrary })),
);
