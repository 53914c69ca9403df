import type { LiveNow } from '../../../clients/typescript/src/index.ts';
import { describeShown } from '../../session/audience-state.ts';
import type { Connection } from './connection.ts';
import type { LiveAction } from './live-action.ts';
import type { Strip } from './strip.ts';

/** A change by another client asks first if it is younger than this: the person may not have seen it. */
export const UNSEEN_MS = 1_000;
/** An undo of a change by another client asks first if the change is younger than this. */
export const UNDO_ASKS_MS = 10_000;
/** Operations that move within what is shown. A change by one of them is never asked about. */
const STEPS: readonly string[] = ['step', 'extend', 'updateFocus', 'stepByRemote', 'stepByButton', 'moveCountdown'];
/** The most changes whose author is remembered. */
const CHANGES_MAX = 20;

/** An action that waits or is in flight. Several requests can share it; each has a ticket. */
interface Job {
  readonly action: LiveAction;
  readonly tickets: readonly number[];
}

/** A change of the Live as this console learned of it. */
interface SeenChange {
  /** The time that the server recorded, which identifies the change. */
  readonly at: string;
  readonly receivedAt: number;
  readonly isOwn: boolean;
  /** Whether something else was on air afterwards, not only another page of the same. */
  readonly replaces: boolean;
}

/** State of the Live that the console knows, and the actions that it has been asked for. */
export interface LiveModel {
  /** Newest known state. Null before the first response; kept when the connection is lost. */
  readonly now: LiveNow | null;
  readonly connection: Connection;
  readonly strip: Strip | null;
  readonly locked: boolean;
  /** Whether the Live was deleted or the person can no longer access it. */
  readonly gone: boolean;
  readonly inFlight: Job | null;
  readonly waiting: readonly Job[];
  /** ETags of this console's latest writes, in order, until a state of another client arrives. */
  readonly ownTags: readonly string[];
  /** State at the time the connection was lost. */
  readonly stateWhenLost: LiveNow | null;
  /** Latest changes, the newest first. */
  readonly seen: readonly SeenChange[];
}

export const NEW_LIVE_MODEL: LiveModel = {
  now: null,
  connection: { state: 'checking' },
  strip: null,
  locked: false,
  gone: false,
  inFlight: null,
  waiting: [],
  ownTags: [],
  stateWhenLost: null,
  seen: [],
};

/** Why an action in flight was not done. `stale`: another client was faster, and the state has been read since. */
type Failure = { readonly kind: 'stale' | 'unknown' | 'signed-out' } | Extract<Strip, { kind: 'refused' }>;

export type LiveInput =
  /** The person asks for an action. `ticket` identifies the request in `settle` effects. */
  | { readonly type: 'run'; readonly action: LiveAction; readonly ticket: number; readonly mayOperate: boolean }
  | { readonly type: 'confirm' | 'dismiss' | 'gone' }
  | { readonly type: 'lock'; readonly locked: boolean }
  | { readonly type: 'show'; readonly strip: Strip }
  | { readonly type: 'state'; readonly now: LiveNow }
  | { readonly type: 'connection'; readonly connection: Connection }
  /** An action was done, or not. Ignored unless this action is in flight. */
  | {
      readonly type: 'done';
      readonly action: LiveAction;
      readonly etag: string | null;
      readonly now?: LiveNow | undefined;
    }
  | { readonly type: 'failed'; readonly action: LiveAction; readonly failure: Failure };

type LiveEffect =
  | { readonly type: 'send'; readonly action: LiveAction; readonly tag: string }
  /** Reports to requests whether their action was done. */
  | { readonly type: 'settle'; readonly tickets: readonly number[]; readonly done: boolean };

export interface LiveStep {
  readonly model: LiveModel;
  readonly effects: readonly LiveEffect[];
}

/** Returns whether the known state has what this console has done, or the connection is lost. */
export const isSettled = ({ inFlight, waiting, ownTags, now, connection }: LiveModel): boolean =>
  connection.state === 'lost' ||
  (inFlight === null && waiting.length === 0 && (ownTags.at(-1) ?? now?.etag) === now?.etag);

/** Returns the next model and the effects of an input. `at` is the time in milliseconds. */
export function advanceLive(model: LiveModel, input: LiveInput, at: number): LiveStep {
  switch (input.type) {
    case 'run':
      return run(model, input, at);
    case 'confirm':
      return confirm(model);
    case 'dismiss':
      return setStrip(model, null);
    case 'gone':
      return { model: { ...model, gone: true }, effects: [] };
    case 'lock': {
      const next = { ...model, locked: input.locked };
      return model.strip?.kind === 'asks' ? setStrip(next, null) : { model: next, effects: [] };
    }
    case 'show':
      return setStrip(model, input.strip);
    case 'state':
      return { model: adopt(model, input.now, at), effects: [] };
    case 'connection':
      return changeConnection(model, input.connection);
    case 'done':
      return finish(model, input, at);
    case 'failed':
      return fail(model, input);
  }
}

/** Returns whether the strip asks for confirmation. */
export const needsConfirmation = ({ strip }: Pick<LiveModel, 'strip'>): boolean =>
  strip?.kind === 'overtaken' || strip?.kind === 'asks';

function run(
  model: LiveModel,
  { action, ticket, mayOperate }: Extract<LiveInput, { type: 'run' }>,
  at: number,
): LiveStep {
  const { strip, connection, locked } = model;
  const tickets = [ticket];
  const refuse = (shown: Strip) => then(setStrip(model, shown), [{ type: 'settle', tickets, done: false }]);
  if (!mayOperate) return refuse({ kind: 'watching' });
  if (connection.state !== 'current') return refuse({ kind: 'not-sent', label: action.label });
  const isAsked = strip?.kind === 'asks' && strip.action.label === action.label;
  if (!isAsked) {
    if (locked && action.isVisible) return setStrip(model, { kind: 'asks', action, tickets });
    const overtaken = findUnseen(model, action, at);
    // The question names the change, so the person has seen it.
    if (overtaken) return setStrip({ ...model, seen: [] }, { kind: 'overtaken', action, tickets, ...overtaken });
  }
  return then(setStrip(model, null), [], (next) => enqueue(next, { action, tickets }));
}

/** Returns the change that the person may not have seen and that the action would take away, or null. */
function findUnseen({ now, seen, inFlight }: LiveModel, action: LiveAction, at: number) {
  // A change that is learned before the response may be this console's own. If it is not, the server refuses.
  if (inFlight) return null;
  const isUnseen = (changedAt: string, maxMs: number, replaces = false) => {
    const change = seen.find((each) => each.at === changedAt);
    if (!change || change.isOwn || (replaces && !change.replaces)) return false;
    return at - change.receivedAt < maxMs;
  };
  if (action.takes === 'undo' && now?.undo && isUnseen(now.undo.at, UNDO_ASKS_MS)) {
    return { changed: now.undo, shown: now.undo.reference };
  }
  const changed = action.takes === 'screen' ? now?.changed : null;
  if (!changed || !isUnseen(changed.at, UNSEEN_MS, true)) return null;
  return { changed, shown: describeShown(now) };
}

function confirm(model: LiveModel): LiveStep {
  const { strip } = model;
  if (strip?.kind !== 'overtaken' && strip?.kind !== 'asks') return { model, effects: [] };
  // The question is answered, so its requests stay open.
  return enqueue({ ...model, strip: null }, strip);
}

/** Adds a job: merged into the last waiting one, shared with an equal one, or behind the others. */
function enqueue(model: LiveModel, { action, tickets }: Job): LiveStep {
  const { waiting, inFlight } = model;
  const last = waiting.at(-1);
  const { merge, dedupeKey } = action;
  const earlier = last?.action.merge;
  if (last && merge && earlier?.key === merge.key) {
    const job = { action: merge.create(earlier.by + merge.by), tickets: [...last.tickets, ...tickets] };
    return { model: { ...model, waiting: [...waiting.slice(0, -1), job] }, effects: [] };
  }
  const before = last ?? inFlight;
  if (before && dedupeKey !== undefined && before.action.dedupeKey === dedupeKey) {
    const job = { ...before, tickets: [...before.tickets, ...tickets] };
    const shared = last ? { waiting: [...waiting.slice(0, -1), job] } : { inFlight: job };
    return { model: { ...model, ...shared }, effects: [] };
  }
  return sendNext({ ...model, waiting: [...waiting, { action, tickets }] });
}

/** Sends the next waiting action unless one is in flight. Drops all of them if it cannot be sent. */
function sendNext(model: LiveModel): LiveStep {
  const { inFlight, waiting, connection, ownTags, now } = model;
  const [next, ...others] = waiting;
  if (inFlight || !next) return { model, effects: [] };
  const tag = ownTags.at(-1) ?? now?.etag;
  if (connection.state === 'current' && tag !== undefined) {
    return {
      model: { ...model, inFlight: next, waiting: others },
      effects: [{ type: 'send', action: next.action, tag }],
    };
  }
  return then(setStrip(model, { kind: 'not-sent', label: next.action.label }), [], dropWaiting);
}

const dropWaiting = (model: LiveModel): LiveStep => ({
  model: { ...model, waiting: [] },
  effects: model.waiting.map(({ tickets }) => ({ type: 'settle', tickets, done: false })),
});

function finish(model: LiveModel, { action, etag, now }: Extract<LiveInput, { type: 'done' }>, at: number): LiveStep {
  const { inFlight } = model;
  if (inFlight?.action !== action) return { model, effects: [] };
  const isKnown = etag !== null && etag === model.now?.etag;
  const seen = isKnown
    ? model.seen.map((change, index) => (index === 0 ? { ...change, isOwn: true } : change))
    : model.seen;
  const written = { ...model, seen, inFlight: null, ownTags: etag ? [...model.ownTags, etag] : model.ownTags };
  const settle: LiveEffect = { type: 'settle', tickets: inFlight.tickets, done: true };
  return then({ model: now ? adopt(written, now, at) : written, effects: [] }, [settle], sendNext);
}

function fail(model: LiveModel, { action, failure }: Extract<LiveInput, { type: 'failed' }>): LiveStep {
  const { inFlight } = model;
  if (inFlight?.action !== action) return { model, effects: [] };
  const { tickets } = inFlight;
  const stopped = { ...model, inFlight: null };
  if (failure.kind === 'stale') {
    const strip: Strip = { kind: 'overtaken', action, tickets, ...describeChange(model.now) };
    return then(setStrip({ ...stopped, ownTags: [], seen: [] }, strip), [], dropWaiting);
  }
  const settle: LiveEffect = { type: 'settle', tickets, done: false };
  // The sign-in dialog explains the end of a session.
  const shown: Strip | null =
    failure.kind === 'refused'
      ? failure
      : failure.kind === 'unknown'
        ? { kind: 'unknown', label: action.label }
        : model.strip;
  return then(
    shown === model.strip ? { model: stopped, effects: [] } : setStrip(stopped, shown),
    [settle],
    dropWaiting,
  );
}

/** Adopts a state unless it is older than the known one. */
function adopt(model: LiveModel, now: LiveNow, at: number): LiveModel {
  if (model.now && now.sequence < model.now.sequence) return model;
  const own = model.ownTags.indexOf(now.etag);
  const isOwn = own >= 0;
  // A late response can have a state from before the last writes.
  const ownTags = isOwn ? model.ownTags.slice(own) : now.etag === model.now?.etag ? model.ownTags : [];
  const isNew = model.now !== null && now.changed !== null && now.changed.at !== model.now.changed?.at;
  const seen = isNew
    ? [{ at: now.changed!.at, receivedAt: at, isOwn, replaces: isReplaced(model.now!, now) }, ...model.seen].slice(
        0,
        CHANGES_MAX,
      )
    : model.seen;
  // A question describes what is shown now.
  const strip = model.strip?.kind === 'overtaken' ? { ...model.strip, ...describeChange(now) } : model.strip;
  return { ...model, now, ownTags, seen, strip };
}

const isReplaced = (before: LiveNow, now: LiveNow): boolean =>
  !STEPS.includes(now.changed!.operation) &&
  (before.showing !== now.showing || describeShown(before) !== describeShown(now));

function changeConnection(model: LiveModel, connection: Connection): LiveStep {
  const { now, strip, stateWhenLost } = model;
  const before = model.connection.state;
  const next = { ...model, connection };
  if (before !== 'lost' && connection.state === 'lost') return { model: { ...next, stateWhenLost: now }, effects: [] };
  if (before !== 'lost' || connection.state !== 'current') return { model: next, effects: [] };
  if (stateWhenLost?.sequence !== now?.sequence) return setStrip(next, { kind: 'changed', ...describeChange(now) });
  return strip?.kind === 'not-sent' ? setStrip(next, null) : { model: next, effects: [] };
}

/** Replaces the strip. Requests of a question that is replaced are not done. */
function setStrip(model: LiveModel, strip: Strip | null): LiveStep {
  const before = model.strip;
  const effects: LiveEffect[] =
    before && 'tickets' in before ? [{ type: 'settle', tickets: before.tickets, done: false }] : [];
  return { model: { ...model, strip }, effects };
}

/** Adds effects to a step, and then those of a further step. */
function then(
  step: LiveStep,
  effects: readonly LiveEffect[],
  next: (model: LiveModel) => LiveStep = (model) => ({ model, effects: [] }),
): LiveStep {
  const last = next(step.model);
  return { model: last.model, effects: [...step.effects, ...effects, ...last.effects] };
}

const describeChange = (now: LiveNow | null) => ({ changed: now?.changed ?? null, shown: describeShown(now) });
