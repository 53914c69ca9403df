import type { On } from './expected.ts';
import type { Learnt } from './learned-values.ts';
import * as model from './live-model.ts';
import type { ItemChoice, Known, Match } from './operations.ts';
import type { OwnerKind } from './scripture.ts';

/** The state after all operations of one run. */
export interface ModelState {
  readonly owners: Record<OwnerKind, string>;
  readonly limits: { readonly lives: number; readonly items: number };
  /** In the order of creation, including deleted ones. */
  readonly lives: readonly model.ModelLive[];
  readonly queueCursors: readonly { readonly cursor: Learnt; live: string; sequence: number; start: number }[];
  readonly eventCursors: readonly { readonly cursor: Learnt; live: string; sequence: number }[];
  /** The number of the next name. */
  readonly serial: number;
}

/** Returns the requested Live, or null if the client sees none. */
export function target(state: ModelState, { live: index, foreign }: { live: number; foreign: boolean }) {
  const live = liveOf(state, index);
  const owner = live?.ownerKind ?? 'organization';
  const other = owner === 'organization' ? 'account' : 'organization';
  return {
    live: live && !live.deleted && !foreign ? live : null,
    as: foreign ? other : owner,
    path: ['/v1/lives/', live ? model.idOf(live) : UNKNOWN],
  } as const;
}

/** Lives as operations number them: in the order of creation, deleted ones last. */
export const inTurn = ({ lives }: ModelState): model.ModelLive[] => [
  ...lives.filter((live) => !live.deleted),
  ...lives.filter((live) => live.deleted),
];

export const liveOf = (state: ModelState, index: number): model.ModelLive | undefined => pick(inTurn(state), index);

/** A valid id of no resource. */
export const UNKNOWN = 'AAAAAAAAAAAAAAAAAAAAAA';

export function chooseItem(
  state: ModelState,
  index: number,
  { of, nth }: ItemChoice,
): { id: string | Learnt; name: string | null } {
  const live = liveOf(state, index);
  const others = state.lives.filter((one) => one !== live).flatMap(({ items }) => items);
  const names = {
    queue: live?.items.map(({ name }) => name),
    focus: live?.focus ? [live.focus] : [],
    gone: live?.gone,
    other: others.map(({ name }) => name),
  };
  const name = pick(names[of] ?? [], nth);
  return { id: name === undefined ? UNKNOWN : model.itemId(name), name: name ?? null };
}

/** Undefined where none is sent. What is no cursor at all is as one of another Live. */
export function chooseCursor<Given extends { cursor: Learnt; live: string }>(
  all: readonly Given[],
  { after }: On<'page' | 'poll'>,
  live: model.ModelLive | null,
): Given | { cursor: string; live: null; sequence: -1; start: 0 } | undefined {
  if (after === 'none') return undefined;
  const malformed = { cursor: 'AAAA', live: null, sequence: -1, start: 0 } as const;
  if (after === 'malformed') return malformed;
  const fitting = after.own ? all.filter((given) => given.live === live?.key) : all;
  return pick(fitting.toReversed(), after.nth);
}

const pick = <Value>(values: readonly Value[], nth: number): Value | undefined => values[nth % values.length];

const FOREIGN_TAG = '"AAAAAAAAAAAAAAAAAAAAAA"';

/** A tag that the Live has had, or one that never existed if the Live is new. */
const staleTag = (live: model.ModelLive): string | Learnt =>
  live.sequence > 0 ? model.etagOf(live, live.sequence - 1) : FOREIGN_TAG;

export function noneMatch(state: ModelState, index: number, known: Known): (string | Learnt)[] | undefined {
  const live = liveOf(state, index);
  if (!live || known === 'none') return undefined;
  const etag = model.etagOf(live);
  const values = {
    current: [etag],
    stale: [staleTag(live)],
    weak: ['W/', etag],
    any: ['*'],
    list: [FOREIGN_TAG, ', ', etag],
  };
  return values[known];
}

export function matching(state: ModelState, index: number, match: Match): (string | Learnt)[] | undefined {
  const live = liveOf(state, index);
  if (!live || match === 'missing') return undefined;
  const etag = model.etagOf(live);
  const other = inTurn(state).find((one) => one !== live);
  const values = {
    current: [etag],
    stale: [staleTag(live)],
    other: [other ? model.etagOf(other) : FOREIGN_TAG],
    weak: ['W/', etag],
    any: ['*'],
    list: [etag, ', ', etag],
    malformed: ['no tag'],
  };
  return values[match];
}
