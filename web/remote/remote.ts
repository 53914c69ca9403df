import type { RemoteEndReason, RemoteState } from '../../src/contract/remote.ts';
import { pollForReload } from '../entrance/poll-for-reload.ts';
import { connectRemote } from './connect-remote.ts';
import { postRemoteAction, type RemoteAction, type RemoteRefusal } from './post-remote-action.ts';

/** What the page says beside what is shown, in one line above the keys. */
export type RemoteNotice = Exclude<RemoteRefusal, 'over'> | 'notSent' | 'first' | 'last' | 'meanwhile';

/** All that the page draws. */
export interface RemoteModel {
  readonly state: RemoteState;
  /** Seconds since the last contact; null: there is a connection. */
  readonly lost: number | null;
  /** Which key has been pressed and not answered. */
  readonly pending: 'hide' | 'back' | 'next' | null;
  readonly notice: RemoteNotice | null;
  readonly ended: RemoteEndReason | null;
}

export interface Remote {
  step(by: 1 | -1): void;
  /** Hides what is shown, or shows what is hidden. */
  hide(): void;
}

const NOTICE_MS = 8_000;

/** Steps the Live of a link. Nothing is queued: what cannot be sent now, or has to wait for an answer before it, is not sent. [D68] */
export function startRemote(path: string, state: RemoteState, draw: (model: RemoteModel) => void): Remote {
  let model: RemoteModel = { state, lost: 0, pending: null, notice: null, ended: null };
  let noticeEnd: ReturnType<typeof setTimeout> | undefined;
  const change = (to: Partial<RemoteModel>) => {
    model = { ...model, ...to };
    draw(model);
  };
  const say = (notice: RemoteNotice | null) => {
    clearTimeout(noticeEnd);
    if (notice) noticeEnd = setTimeout(() => change({ notice: null }), NOTICE_MS);
    change({ notice });
  };
  const adopt = (next: RemoteState) => {
    if (next.sequence >= model.state.sequence) change({ state: next });
  };

  async function act(pending: RemoteModel['pending'], deed: RemoteAction): Promise<void> {
    if (model.pending) return;
    if (model.lost !== null) return say('notSent');
    change({ pending, notice: null });
    const answer = await postRemoteAction(path, deed);
    change({ pending: null });
    if (typeof answer === 'object') adopt(answer);
    else if (answer === 'over') location.reload();
    else say(answer);
  }

  draw(model);
  connectRemote(path, {
    onState(next, fresh) {
      if (!fresh) return adopt(next);
      const missed = model.lost !== null && next.sequence !== model.state.sequence;
      change({ state: next });
      if (missed) say('meanwhile');
    },
    onLost: (lost) => change({ lost }),
    onEnd(ended) {
      change({ ended });
      if (ended === 'restricted') pollForReload();
    },
  });
  return {
    step(by) {
      const { previous, next, sequence, current } = model.state;
      // Where there is nothing at all, the server's answer says so.
      if (current && !(by > 0 ? next : previous) && model.lost === null) return say(by > 0 ? 'last' : 'first');
      void act(by > 0 ? 'next' : 'back', { to: 'step', body: { by, sequence } });
    },
    hide() {
      const { showing, stopped, sequence } = model.state;
      if (stopped && model.lost === null) return say('stopped');
      void act('hide', { to: 'hide', body: { hidden: showing, sequence } });
    },
  };
}
