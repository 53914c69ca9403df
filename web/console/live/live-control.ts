import { type ReadonlySignal, signal } from '@preact/signals';
import { LecternProblem, type LiveNow } from '../../../clients/typescript/src/index.ts';
import { describeShown } from '../../session/audience-state.ts';
import type { ProblemMessage } from '../../session/describe-problem.tsx';
import type { Session } from '../../session/session.ts';
import type { Connection } from './connection.ts';
import { followLive } from './follow-live.ts';
import type { LiveAction, LiveActionResult } from './live-action.ts';
import type { DoneCallback, Strip } from './strip.ts';

/** Single source of a Live's state in the console, and the only way to change it. */
export interface LiveControl {
  readonly liveId: string;
  readonly session: Session;
  /** Newest known state. Null before the first response; kept when the connection is lost. */
  readonly now: ReadonlySignal<LiveNow | null>;
  readonly connection: ReadonlySignal<Connection>;
  /** Action in flight, displayed as pending. */
  readonly pending: ReadonlySignal<LiveAction | null>;
  readonly strip: ReadonlySignal<Strip | null>;
  readonly locked: ReadonlySignal<boolean>;
  /** Whether the Live was deleted or the person can no longer access it. */
  readonly gone: ReadonlySignal<boolean>;
  /** Returns whether the person can operate the Live. */
  readonly mayOperate: () => boolean;
  /**
   * Runs an action on top of the shown state, after the actions before it. Returns whether it succeeded; if not, the
   * strip says why, and the action is not retried. If the strip asks for confirmation, resolves when the person has
   * decided.
   */
  run(action: LiveAction): Promise<boolean>;
  /** Returns whether the strip asks for confirmation. */
  needsConfirmation(): boolean;
  /** Confirms the strip's question and runs its action. Returns false if the strip asks nothing. */
  confirm(): boolean;
  /** Dismisses the strip without running its action. Returns false if there is no strip. */
  dismiss(): boolean;
  showMessage(text: ProblemMessage): void;
  setLocked(locked: boolean): void;
  close(): void;
}

const MESSAGE_MS = 6_000;

export function openLiveControl(session: Session, liveId: string): LiveControl {
  const now = signal<LiveNow | null>(null);
  const connection = signal<Connection>({ state: 'checking' });
  const pending = signal<LiveAction | null>(null);
  const strip = signal<Strip | null>(null);
  const locked = signal(false);
  const gone = signal(false);
  const waiting: { action: LiveAction; onDone: DoneCallback }[] = [];
  /** Action in flight, taken from `waiting`. */
  let inFlight: { readonly action: LiveAction; onDone: DoneCallback } | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;
  /** ETag of this console's last write, until a state with a different one arrives. */
  let ownTag: string | null = null;
  let knownTag = '';
  /** State at the time the connection was lost. */
  let stateWhenLost: LiveNow | null = null;

  const path = { live_id: liveId };

  const setStrip = (next: Strip | null) => {
    clearTimeout(timer);
    const before = strip.value;
    strip.value = next;
    if (before && 'onDone' in before) before.onDone(false);
    if (next?.kind === 'said' || next?.kind === 'changed') timer = setTimeout(() => setStrip(null), MESSAGE_MS);
  };

  /** Adopts a state unless it is older than the known one. */
  const adopt = (next: LiveNow) => {
    if (now.value && next.sequence < now.value.sequence) return;
    if (next.etag !== knownTag) ownTag = null;
    knownTag = next.etag;
    now.value = next;
    const { value: shown } = strip;
    // The state has changed again: the question must describe what is shown now.
    if (shown?.kind === 'overtaken') strip.value = { ...shown, ...describeChange(next) };
  };

  const read = async () => adopt((await session.client.GET('/v1/lives/{live_id}/now', { params: { path } })).data);

  const follower = followLive({
    session,
    liveId,
    onNow: adopt,
    onConnection(next) {
      const before = connection.value;
      const current = now.value;
      connection.value = next;
      if (before.state === 'lost' && next.state === 'current' && stateWhenLost?.sequence !== current?.sequence) {
        setStrip({ kind: 'changed', ...describeChange(current) });
      } else if (before.state === 'lost' && next.state === 'current' && strip.value?.kind === 'not-sent') {
        setStrip(null);
      }
      if (before.state !== 'lost' && next.state === 'lost') stateWhenLost = current;
    },
    onGone() {
      gone.value = true;
    },
  });

  /** Sends an action. Returns whether it succeeded. */
  const send = async (action: LiveAction, onDone: DoneCallback): Promise<boolean> => {
    const tag = ownTag ?? now.value?.etag;
    if (connection.value.state !== 'current' || tag === undefined) {
      setStrip({ kind: 'not-sent', label: action.label });
      onDone(false);
      return false;
    }
    const params = { path, header: { 'if-match': tag } };
    let result: LiveActionResult;
    try {
      result = await action.send({ client: session.client, params });
    } catch (error) {
      await handleFailure(action, error, onDone);
      return false;
    }
    ownTag = result.response.headers.get('etag') ?? ownTag;
    knownTag = ownTag ?? knownTag;
    if (result.now) adopt(result.now);
    onDone(true);
    return true;
  };

  const handleFailure = async (action: LiveAction, error: unknown, onDone: DoneCallback) => {
    if (error instanceof LecternProblem && error.status === 412) {
      ownTag = null;
      await read().catch(() => follower.check());
      setStrip({ kind: 'overtaken', action, ...describeChange(now.value), onDone });
      return;
    }
    if (!(error instanceof LecternProblem)) {
      follower.check();
      setStrip({ kind: 'unknown', label: action.label });
    } else if (error.status !== 401) {
      setStrip({ kind: 'refused', label: action.label, problem: error });
    }
    onDone(false);
  };

  /** Sends the waiting actions one at a time, in order. If one fails, drops those behind it. */
  const sendWaiting = async () => {
    while (waiting.length > 0) {
      const next = waiting.shift()!;
      inFlight = next;
      pending.value = next.action;
      const done = await send(next.action, (outcome) => next.onDone(outcome));
      inFlight = null;
      pending.value = null;
      if (!done) for (const left of waiting.splice(0)) left.onDone(false);
    }
  };

  const enqueue = (action: LiveAction): Promise<boolean> =>
    new Promise((onDone) => {
      const last = waiting.at(-1);
      const before = last ?? inFlight;
      const earlier = last?.action.merge;
      const merges = action.merge && earlier?.key === action.merge.key;
      if (merges) last!.action = action.merge.create(earlier.by + action.merge.by);
      const same =
        merges || (action.dedupeKey !== undefined && before?.action.dedupeKey === action.dedupeKey) ? before : null;
      if (same) {
        const { onDone: first } = same;
        same.onDone = (done) => {
          first(done);
          onDone(done);
        };
        return;
      }
      waiting.push({ action, onDone });
      if (!pending.value && waiting.length === 1) void sendWaiting();
    });

  const control: LiveControl = {
    liveId,
    session,
    now,
    connection,
    pending,
    strip,
    locked,
    gone,
    mayOperate: () => session.scopes.value.has('live.update'),
    async run(action) {
      if (!control.mayOperate()) {
        setStrip({ kind: 'watching' });
        return false;
      }
      if (connection.value.state !== 'current') {
        setStrip({ kind: 'not-sent', label: action.label });
        return false;
      }
      const awaiting = strip.value?.kind === 'asks' ? strip.value.action : null;
      if (locked.value && action.isVisible && awaiting?.label !== action.label) {
        return new Promise((onDone) => setStrip({ kind: 'asks', action, onDone }));
      }
      setStrip(null);
      return enqueue(action);
    },
    needsConfirmation: () => strip.value?.kind === 'overtaken' || strip.value?.kind === 'asks',
    confirm() {
      const shown = strip.value;
      if (shown?.kind !== 'overtaken' && shown?.kind !== 'asks') return false;
      const { action, onDone } = shown;
      // Does not use setStrip, which would report the action as not done.
      strip.value = null;
      void enqueue(action).then(onDone);
      return true;
    },
    dismiss() {
      if (!strip.value) return false;
      setStrip(null);
      return true;
    },
    showMessage: (text) => setStrip({ kind: 'said', text }),
    setLocked(next) {
      locked.value = next;
      if (strip.value?.kind === 'asks') setStrip(null);
    },
    close() {
      clearTimeout(timer);
      follower.close();
    },
  };
  return control;
}

const describeChange = (now: LiveNow | null) => ({ changed: now?.changed ?? null, shown: describeShown(now) });
