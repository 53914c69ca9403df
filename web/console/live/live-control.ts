import { computed, effect, type ReadonlySignal, signal } from '@preact/signals';
import { LecternProblem, type LiveNow } from '../../../clients/typescript/src/index.ts';
import type { ProblemMessage } from '../../session/describe-problem.tsx';
import type { Session } from '../../session/session.ts';
import type { Connection } from './connection.ts';
import { followLive } from './follow-live.ts';
import type { LiveAction } from './live-action.ts';
import {
  advanceLive,
  isSettled,
  type LiveInput,
  type LiveModel,
  NEW_LIVE_MODEL,
  needsConfirmation,
} from './live-machine.ts';
import type { Strip } from './strip.ts';

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
  /** Resolves when the state has what this console has done. What depends on the order of the queue waits for it. */
  settled(): Promise<void>;
  /** Returns whether the strip asks for confirmation. */
  needsConfirmation(): boolean;
  /** Confirms the strip's question and runs its action. Returns false if the strip asks nothing. */
  confirm(): boolean;
  /** Dismisses the strip without running its action. Returns false if there is no strip. */
  dismiss(): boolean;
  showMessage(text: ProblemMessage): void;
  /** Offers entered text that was not done, and that the bar has no room for. */
  keepText(text: string): void;
  setLocked(locked: boolean): void;
  close(): void;
}

const MESSAGE_MS = 6_000;

/**
 * Carries out what the machine of the Live decides: requests, timers, and responses to callers. `beginShow` is called
 * when an action is requested that replaces what is on air, and the function that it returns when the action was done.
 */
export function openLiveControl(session: Session, liveId: string, beginShow: () => () => void): LiveControl {
  const model = signal<LiveModel>(NEW_LIVE_MODEL);
  const callers = new Map<number, (done: boolean) => void>();
  const path = { live_id: liveId };
  let tickets = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;

  const dispatch = (input: LiveInput) => {
    const before = model.peek();
    const { model: next, effects } = advanceLive(before, input, performance.now());
    model.value = next;
    if (next.strip !== before.strip) startTimer(next.strip);
    for (const effect of effects) {
      if (effect.type === 'send') void send(effect.action, effect.tag);
      else for (const ticket of effect.tickets) settle(ticket, effect.done);
    }
  };
  const settle = (ticket: number, done: boolean) => {
    callers.get(ticket)?.(done);
    callers.delete(ticket);
  };
  const startTimer = (strip: Strip | null) => {
    clearTimeout(timer);
    if (strip?.kind === 'said' || strip?.kind === 'changed') timer = setTimeout(control.dismiss, MESSAGE_MS);
  };

  const follower = followLive({
    session,
    liveId,
    onNow: (now) => dispatch({ type: 'state', now }),
    onConnection: (connection) => dispatch({ type: 'connection', connection }),
    onGone: () => dispatch({ type: 'gone' }),
  });

  const send = async (action: LiveAction, tag: string) => {
    try {
      const params = { path, header: { 'if-match': tag } };
      const { response, now } = await action.send({ client: session.client, params });
      dispatch({ type: 'done', action, etag: response.headers.get('etag'), now });
    } catch (error) {
      dispatch({ type: 'failed', action, failure: await explain(action, error) });
    }
  };
  const explain = async ({ label }: LiveAction, error: unknown) => {
    if (!(error instanceof LecternProblem)) {
      follower.check();
      return { kind: 'unknown' } as const;
    }
    if (error.status === 401) return { kind: 'signed-out' } as const;
    if (error.status !== 412) return { kind: 'refused', label, problem: error } as const;
    try {
      const { data: now } = await session.client.GET('/v1/lives/{live_id}/now', { params: { path } });
      dispatch({ type: 'state', now });
    } catch {
      follower.check();
    }
    return { kind: 'stale' } as const;
  };

  const control: LiveControl = {
    liveId,
    session,
    now: computed(() => model.value.now),
    connection: computed(() => model.value.connection),
    pending: computed(() => model.value.inFlight?.action ?? null),
    strip: computed(() => model.value.strip),
    locked: computed(() => model.value.locked),
    gone: computed(() => model.value.gone),
    mayOperate: () => session.scopes.value.has('live.update'),
    run: (action) =>
      new Promise((resolve) => {
        const ticket = tickets++;
        const markShown = action.shows ? beginShow() : null;
        callers.set(ticket, (done) => {
          if (done) markShown?.();
          resolve(done);
        });
        dispatch({ type: 'run', action, ticket, mayOperate: control.mayOperate() });
      }),
    settled: () =>
      new Promise((resolve) => {
        const stop = effect(() => {
          if (!isSettled(model.value)) return;
          resolve();
          queueMicrotask(() => stop());
        });
      }),
    needsConfirmation: () => needsConfirmation(model.value),
    confirm() {
      const asked = needsConfirmation(model.peek());
      if (asked) dispatch({ type: 'confirm' });
      return asked;
    },
    dismiss() {
      const isShown = model.peek().strip !== null;
      if (isShown) dispatch({ type: 'dismiss' });
      return isShown;
    },
    showMessage: (text) => dispatch({ type: 'show', strip: { kind: 'said', text } }),
    keepText: (text) => dispatch({ type: 'show', strip: { kind: 'kept', text } }),
    setLocked: (locked) => dispatch({ type: 'lock', locked }),
    close() {
      clearTimeout(timer);
      follower.close();
    },
  };
  return control;
}
