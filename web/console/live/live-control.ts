import { type ReadonlySignal, signal } from '@preact/signals';
import { LecternProblem, type LiveNow } from '../../../clients/typescript/src/index.ts';
import type { Session } from '../session/session.ts';
import type { Connection } from './connection.ts';
import { followLive } from './follow-live.ts';
import type { LiveAction, LiveActionResult } from './live-action.ts';
import type { DoneCallback, Strip } from './strip.ts';

/** The one state of a Live that everything in the console shows, and the one way to change it. */
export interface LiveControl {
  readonly liveId: string;
  readonly session: Session;
  /** The newest state that the server told. Null until the first. It stays when the connection is lost. */
  readonly now: ReadonlySignal<LiveNow | null>;
  readonly connection: ReadonlySignal<Connection>;
  /** What was sent and is not answered yet: drawn as pending. */
  readonly pending: ReadonlySignal<LiveAction | null>;
  readonly strip: ReadonlySignal<Strip | null>;
  readonly locked: ReadonlySignal<boolean>;
  /** Whether the Live is gone, or not this person's any more. */
  readonly gone: ReadonlySignal<boolean>;
  /** Whether the person may change what is shown. */
  readonly mayOperate: () => boolean;
  /**
   * Does it on top of the state that is shown, after those before it. True when it was done; else the strip says why not, and
   * nothing is tried again by itself. Where the strip asks, the answer comes when the person has decided.
   */
  act(act: LiveAction): Promise<boolean>;
  /** Whether the strip asks, so that Enter answers it. */
  asks(): boolean;
  /** Answers a strip that asks: does what it is about. False where it asks nothing. */
  confirm(): boolean;
  /** Puts the strip away, and keeps what is shown. False where there was none. */
  dismiss(): boolean;
  say(text: string): void;
  setLocked(locked: boolean): void;
  close(): void;
}

const SAID_MS = 6_000;

export function openLiveControl(session: Session, liveId: string): LiveControl {
  const now = signal<LiveNow | null>(null);
  const connection = signal<Connection>({ state: 'checking' });
  const pending = signal<LiveAction | null>(null);
  const strip = signal<Strip | null>(null);
  const locked = signal(false);
  const gone = signal(false);
  const waiting: { act: LiveAction; answer: DoneCallback }[] = [];
  /** Of `waiting` before, until it is answered. */
  let sent: { readonly act: LiveAction; answer: DoneCallback } | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;
  /** Of the last own write, until a state with another one comes. */
  let ownTag: string | null = null;
  let known = '';
  /** What was known when the connection was lost. */
  let shownAt: LiveNow | null = null;

  const path = { live_id: liveId };

  const setStrip = (next: Strip | null) => {
    clearTimeout(timer);
    const before = strip.value;
    strip.value = next;
    if (before && 'answer' in before) before.answer(false);
    if (next?.kind === 'said' || next?.kind === 'changed') timer = setTimeout(() => setStrip(null), SAID_MS);
  };

  /** Takes a state that is not older than the known one. */
  const take = (next: LiveNow) => {
    if (now.value && next.sequence < now.value.sequence) return;
    if (next.etag !== known) ownTag = null;
    known = next.etag;
    now.value = next;
    const { value: shown } = strip;
    // It is changed once more: who answers is asked about what is shown now.
    if (shown?.kind === 'overtaken') strip.value = { ...shown, ...describeChange(next) };
  };

  const read = async () => take((await session.client.GET('/v1/lives/{live_id}/now', { params: { path } })).data);

  const following = followLive({
    session,
    liveId,
    onNow: take,
    onConnection(next) {
      const before = connection.value;
      const seen = now.value;
      connection.value = next;
      if (before.state === 'lost' && next.state === 'current' && shownAt?.sequence !== seen?.sequence) {
        setStrip({ kind: 'changed', ...describeChange(seen) });
      } else if (before.state === 'lost' && next.state === 'current' && strip.value?.kind === 'not-sent') {
        setStrip(null);
      }
      if (before.state !== 'lost' && next.state === 'lost') shownAt = seen;
    },
    onGone() {
      gone.value = true;
    },
  });

  /** Answers true when it was done. */
  const perform = async (act: LiveAction, answer: DoneCallback): Promise<boolean> => {
    const tag = ownTag ?? now.value?.etag;
    if (connection.value.state !== 'current' || tag === undefined) {
      setStrip({ kind: 'not-sent', label: act.label });
      answer(false);
      return false;
    }
    const params = { path, header: { 'if-match': tag } };
    let result: LiveActionResult;
    try {
      result = await act.send({ client: session.client, params });
    } catch (error) {
      await fail(act, error, answer);
      return false;
    }
    ownTag = result.response.headers.get('etag') ?? ownTag;
    known = ownTag ?? known;
    if (result.now) take(result.now);
    answer(true);
    return true;
  };

  const fail = async (act: LiveAction, error: unknown, answer: DoneCallback) => {
    if (error instanceof LecternProblem && error.status === 412) {
      ownTag = null;
      await read().catch(() => following.check());
      setStrip({ kind: 'overtaken', act, ...describeChange(now.value), answer });
      return;
    }
    if (!(error instanceof LecternProblem)) {
      following.check();
      setStrip({ kind: 'unknown', label: act.label });
    } else if (error.status !== 401) {
      setStrip({ kind: 'refused', label: act.label, detail: error.detail ?? error.title, code: error.code });
    }
    answer(false);
  };

  /** One at a time, in their order; what is behind one that was not done is not done either. */
  const work = async () => {
    while (waiting.length > 0) {
      const next = waiting.shift()!;
      sent = next;
      pending.value = next.act;
      const done = await perform(next.act, (outcome) => next.answer(outcome));
      sent = null;
      pending.value = null;
      if (!done) for (const left of waiting.splice(0)) left.answer(false);
    }
  };

  const enqueue = (act: LiveAction): Promise<boolean> =>
    new Promise((answer) => {
      const last = waiting.at(-1);
      const before = last ?? sent;
      const earlier = last?.act.merge;
      const merges = act.merge && earlier?.key === act.merge.key;
      if (merges) last!.act = act.merge.make(earlier.by + act.merge.by);
      const same = merges || (act.once !== undefined && before?.act.once === act.once) ? before : null;
      if (same) {
        const { answer: first } = same;
        same.answer = (done) => {
          first(done);
          answer(done);
        };
        return;
      }
      waiting.push({ act, answer });
      if (!pending.value && waiting.length === 1) void work();
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
    async act(act) {
      if (!control.mayOperate()) {
        setStrip({ kind: 'watching' });
        return false;
      }
      if (connection.value.state !== 'current') {
        setStrip({ kind: 'not-sent', label: act.label });
        return false;
      }
      const asked = strip.value?.kind === 'asks' ? strip.value.act : null;
      if (locked.value && act.screen && asked?.label !== act.label) {
        return new Promise((answer) => setStrip({ kind: 'asks', act, answer }));
      }
      setStrip(null);
      return enqueue(act);
    },
    asks: () => strip.value?.kind === 'overtaken' || strip.value?.kind === 'asks',
    confirm() {
      const shown = strip.value;
      if (shown?.kind !== 'overtaken' && shown?.kind !== 'asks') return false;
      const { act, answer } = shown;
      // Not by setStrip, which would answer that it was not done.
      strip.value = null;
      void enqueue(act).then(answer);
      return true;
    },
    dismiss() {
      if (!strip.value) return false;
      setStrip(null);
      return true;
    },
    say: (text) => setStrip({ kind: 'said', text }),
    setLocked(next) {
      locked.value = next;
      if (strip.value?.kind === 'asks') setStrip(null);
    },
    close() {
      clearTimeout(timer);
      following.close();
    },
  };
  return control;
}

const describeChange = (now: LiveNow | null) => ({ changed: now?.changed ?? null, shown: describeShown(now) });

/** The name of what the audience has: a reference, the title of a slide; null for nothing. */
function describeShown(now: LiveNow | null): string | null {
  if (!now) return null;
  return now.focus?.reference ?? now.slide?.title ?? now.slide?.deck ?? null;
}
