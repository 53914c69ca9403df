/** The responses to writes and the changes they make. [D4], [D11], [D12], [D15], [D17]–[D19], [D50], [D51] */
import {
  type Exchange,
  type Expected,
  INVALID_FIELDS,
  INVALID_REFERENCE,
  NOT_ENABLED,
  NOT_FOUND,
  type On,
  PRESENTING,
  type Refusal,
  type Route,
  refuse,
} from './expected.ts';
import type { Learnt } from './learned-values.ts';
import * as model from './live-model.ts';
import { chooseItem, liveOf, type ModelState, matching, target, UNKNOWN } from './model-state.ts';
import type { Match } from './operations.ts';
import { ENABLED, isEdition, type Passage, TYPED, versesOf } from './scripture.ts';

/** [D11] */
export function create(state: ModelState, { owner, name }: On<'create'>): Exchange {
  const path = [`/v1/${owner}s/${state.owners[owner]}/lives`];
  const route: Route = { as: owner, method: 'POST', path, body: { name } };
  const kept = name === undefined ? 'Live' : trimmed(name);
  if (kept === null) return { ...route, expected: refuse(INVALID_FIELDS), next: state };
  const present = state.lives.filter((live) => live.ownerKind === owner && !live.deleted);
  if (present.length >= state.limits.lives) {
    return { ...route, expected: refuse([409, 'quota_exceeded']), next: state };
  }
  const live = model.newLive(`Live ${state.serial}`, owner, state.owners[owner], kept);
  return {
    ...route,
    expected: { status: 201, body: model.toLive(live), etag: model.etagOf(live), location: model.idOf(live) },
    next: { ...state, lives: [...state.lives, live], serial: state.serial + 1 },
  };
}

/** [Stack operations] POST */
export function push(state: ModelState, operation: On<'push'>): Exchange {
  const { reference } = operation;
  const invalid = typeof reference.book_id !== 'number' || 'more' in reference;
  const { translation, ...passage } = reference as unknown as Passage & { translation?: string };
  return write(
    state,
    operation,
    { method: 'POST', sub: ['/stack'], body: { reference }, invalid, ...QUEUE_WRITE },
    (live) => pushOnto(state, live, passage, translation === undefined ? undefined : [translation], false),
  );
}

/** [D50] */
export function pushPassage(state: ModelState, operation: On<'passage'>): Exchange {
  const { passage, translations, replace } = operation;
  const invalid = typeof passage !== 'string' && passage.chapter === undefined;
  const meant =
    typeof passage === 'string' ? TYPED.find(([typed]) => typed === passage)![1] : (passage as unknown as Passage);
  const body = { passage, translations, replace };
  return write(state, operation, { method: 'POST', sub: ['/passages'], body, invalid, ...QUEUE_WRITE }, (live) =>
    pushOnto(state, live, meant, translations, replace === true),
  );
}

/** Returns null for words without a clear meaning. [D17] */
function pushOnto(
  state: ModelState,
  live: model.ModelLive,
  meant: Passage | null,
  named: readonly string[] | undefined,
  replace: boolean,
): Outcome {
  const passage = meant && isPossible(meant) ? meant : null;
  const slugs = (named ?? live.translations).map((slug) => slug.toLowerCase());
  const enabled = slugs.filter((slug) => ENABLED[live.ownerKind].includes(slug));
  const verses = passage ? enabled.flatMap((slug) => versesOf(slug, passage)) : [];
  const faults: Refusal[] = [];
  if (slugs.length === 0) faults.push([409, 'translations_not_configured']);
  if (slugs.some((slug) => isEdition(slug) && !enabled.includes(slug))) faults.push(NOT_ENABLED);
  if (!passage || slugs.some((slug) => !isEdition(slug))) faults.push(INVALID_REFERENCE);
  else if (enabled.length === slugs.length && slugs.length > 0 && verses.length === 0) faults.push(INVALID_REFERENCE);
  if (faults.length > 0) return refused(...faults);
  const kept = replace ? 0 : live.items.length;
  if (kept + verses.length > state.limits.items) return refused([409, 'queue_full']);
  const items = verses.map((verse, index) => ({ name: `${live.key} at ${live.sequence}: ${index}`, verse }));
  const next = model.pushed(live, items, replace);
  return done(next, model.toStackResult(next, items.length, items.length));
}

/** Checks that a verse has a chapter, chapters start at 1, and no passage ends before it begins. [POST stack] */
function isPossible({ chapter, verse, end_chapter = chapter, end_verse }: Passage): boolean {
  if (chapter === undefined) return verse === undefined;
  return chapter >= 1 && !(end_chapter === chapter && end_verse !== undefined && end_verse < (verse ?? 1));
}

/** [Stack operations] DELETE */
export function clear(state: ModelState, operation: On<'clear'>): Exchange {
  return write(state, operation, { method: 'DELETE', sub: ['/stack'] }, (live) => {
    const next = model.cleared(live);
    return done(next, model.toStackResult(next, live.items.length, 0));
  });
}

/** [Queue operations] DELETE item */
export function removeItem(state: ModelState, operation: On<'remove'>): Exchange {
  const { id, name } = chooseItem(state, operation.live, operation.item);
  const rules = { method: 'DELETE', sub: ['/queue-items/', id], item: name, ...QUEUE_WRITE };
  return write(state, operation, rules, (live) => {
    const next = model.removed(live, name!);
    return { next, expected: { status: 204, body: null, etag: model.etagOf(next) } };
  });
}

/** [Queue operations] PUT order, [D18] */
export function reorder(state: ModelState, operation: On<'reorder'>): Exchange {
  const present = liveOf(state, operation.live)?.items.map(({ name }) => name) ?? [];
  const names = ordered(present, operation.order);
  const body = { item_ids: names.map((name) => (name === UNKNOWN ? UNKNOWN : model.itemId(name))) };
  return write(state, operation, { method: 'PUT', sub: ['/queue-items/order'], body, ...QUEUE_WRITE }, (live) => {
    const complete = names.length === present.length && present.every((name) => names.includes(name));
    if (!complete || present.length > 100) return refused([422, 'invalid_queue_order']);
    const next = model.reordered(live, names);
    return done(next, model.toQueuePage(next, 0, next.items.length, null));
  });
}

/** [PATCH playback] */
export function play(state: ModelState, operation: On<'playback'>): Exchange {
  const { body } = operation;
  const { status, paused, ...more } = body;
  const invalid =
    (status !== undefined && status !== 'running' && status !== 'stopped') ||
    (paused !== undefined && typeof paused !== 'boolean') ||
    Object.keys(more).length > 0;
  return write(state, operation, { method: 'PATCH', sub: ['/playback'], body, invalid }, (live) => {
    const next = model.played(live, body);
    return done(next, model.toPlayback(next));
  });
}

/** [D19] */
export function configure(state: ModelState, operation: On<'settings'>): Exchange {
  const { reference } = operation;
  const translations = operation.translations?.map((slug) => slug.toLowerCase());
  const invalid =
    (typeof reference === 'string' && (reference.length < 1 || reference.length > 200)) ||
    (translations !== undefined && (translations.length > 4 || new Set(translations).size < translations.length));
  const body = { reference, translations: operation.translations };
  return write(state, operation, { method: 'PATCH', sub: ['/settings'], body, invalid }, (live) => {
    const [, passage, canonical] = TYPED.find(([typed]) => typed === reference) ?? [];
    const faults: Refusal[] = [];
    if (typeof reference === 'string' && !(passage && isInstalledSomewhere(passage))) faults.push(INVALID_REFERENCE);
    if (translations?.some((slug) => !isEdition(slug))) faults.push(INVALID_FIELDS);
    if (translations?.some((slug) => isEdition(slug) && !ENABLED[live.ownerKind].includes(slug))) {
      faults.push(NOT_ENABLED);
    }
    if (faults.length > 0) return refused(...faults);
    const next = model.configured(live, {
      reference: typeof reference === 'string' ? canonical : reference,
      translations,
    });
    return done(next, model.toSettings(next));
  });
}

const isInstalledSomewhere = (passage: Passage): boolean =>
  ['one', 'two', 'off'].some((slug) => versesOf(slug, passage).length > 0);

/** [D12] */
export function rename(state: ModelState, operation: On<'rename'>): Exchange {
  const name = operation.name === undefined ? null : trimmed(operation.name);
  const rules = { method: 'PATCH', sub: [], body: { name: operation.name }, invalid: name === null };
  return write(state, operation, rules, (live) => {
    const next = model.renamed(live, name!);
    return done(next, model.toLive(next));
  });
}

/** [D51] */
export function focus(state: ModelState, operation: On<'focus'>): Exchange {
  const { id, name } = chooseItem(state, operation.live, operation.item);
  return write(state, operation, { method: 'PATCH', sub: ['/focus'], body: { item_id: id }, reader: true }, (live) => {
    if (!live.items.some((item) => item.name === name)) return refused(INVALID_FIELDS);
    const next = model.focused(live, name!);
    return done(next, model.toFocus(next));
  });
}

/** [D50]: it responds like a reorder, without the queue where the Live then presents. */
export function retrace(state: ModelState, operation: On<'undo'> | On<'redo'>): Exchange {
  const { kind, body } = operation;
  const invalid = Object.keys(body).length > 0;
  return write(state, operation, { method: 'POST', sub: [`/${kind}`], body, invalid, running: true }, (live) => {
    const next = kind === 'undo' ? model.undone(live) : model.redone(live);
    if (!next) return refused([409, `nothing_to_${kind}`]);
    return done(next, model.toQueuePage(next, 0, model.isPresenting(next) ? 0 : next.items.length, null));
  });
}

/** [D12] */
export function deleteLive(state: ModelState, operation: On<'delete'>): Exchange {
  return write(state, operation, { method: 'DELETE', sub: [] }, (live) => ({
    next: model.deleted(live),
    expected: { status: 204, body: null },
  }));
}

/** [D27] */
export function present(state: ModelState, operation: On<'present'>): Exchange {
  const { slide } = operation;
  const body = { snapshot_id: model.SNAPSHOT.id, index: slide };
  const rules = { method: 'PUT', sub: ['/presentation'], body, running: true, organizations: true };
  return write(state, operation, rules, (live) => {
    const next = model.presented(live, slide);
    return done(next, model.toDisplay(next));
  });
}

/** [D27] */
export function leavePresentation(state: ModelState, operation: On<'leave'>): Exchange {
  return write(state, operation, { method: 'DELETE', sub: ['/presentation'], organizations: true }, (live) => {
    const next = model.unpresented(live);
    return done(next, model.toDisplay(next));
  });
}

/** [States] */
const QUEUE_WRITE = { reader: true, running: true } as const;

interface Outcome {
  readonly next: model.ModelLive | null;
  readonly expected: Expected;
}

const refused = (...refusals: Refusal[]): Outcome => ({ next: null, expected: { refusals } });
const done = (next: model.ModelLive, body: unknown): Outcome => ({
  next,
  expected: { status: 200, body, etag: model.etagOf(next) },
});

/** A write to a Live, with the checks of [D4] that come before those of the operation. */
function write(
  state: ModelState,
  operation: { live: number; foreign: boolean; match: Match },
  rules: {
    method: string;
    sub: readonly (string | Learnt)[];
    body?: unknown;
    /** The body is invalid in every state. */
    invalid?: boolean;
    /** The name of an item that must be in the queue; null for none. */
    item?: string | null;
    /** Refused in presentation mode. */
    reader?: boolean;
    /** Refused on a stopped Live. */
    running?: boolean;
    /** Refused with the credentials of an account. */
    organizations?: boolean;
  },
  apply: (live: model.ModelLive) => Outcome,
): Exchange {
  const { live, as, path } = target(state, operation);
  const ifMatch = matching(state, operation.live, operation.match);
  const route: Route = { as, method: rules.method, path: [...path, ...rules.sub], body: rules.body, ifMatch };
  const judge = (): Outcome => {
    if (rules.organizations && as === 'account') return refused([403, 'forbidden']);
    if (!live) return refused(NOT_FOUND);
    if (rules.item !== undefined && !live.items.some(({ name }) => name === rules.item)) return refused(NOT_FOUND);
    if (rules.invalid) return refused(INVALID_FIELDS);
    if (rules.reader && model.isPresenting(live)) return refused(PRESENTING);
    if (rules.running && live.status === 'stopped') return refused([409, 'live_stopped']);
    if (operation.match === 'missing') return refused([428, 'validator_required']);
    if (['weak', 'any', 'list', 'malformed'].includes(operation.match)) return refused([422, 'invalid_validator']);
    if (operation.match !== 'current') return refused([412, 'stale_validator']);
    return apply(live);
  };
  const { next, expected } = judge();
  const lives = next ? state.lives.map((one) => (one.key === next.key ? next : one)) : state.lives;
  return { ...route, expected, next: { ...state, lives } };
}

/** [D11]: null for what is no name. */
function trimmed(name: string): string | null {
  const kept = name.trim();
  return kept.length >= 1 && [...kept].length <= 120 ? kept : null;
}

function ordered(names: readonly string[], order: On<'reorder'>['order']): string[] {
  const [first, second, ...rest] = names;
  switch (order) {
    case 'reverse':
      return names.toReversed();
    case 'rotate':
      return first === undefined ? [] : [...names.slice(1), first];
    case 'swap':
      return second === undefined ? [...names] : [second, first!, ...rest];
    case 'identical':
      return [...names];
    case 'omit':
      return names.slice(1);
    case 'duplicate':
      return names.length > 1 ? [...names.slice(1), names[1]!] : [...names, ...names];
    case 'extra':
      return [...names, UNKNOWN];
    case 'empty':
      return [];
  }
}
