import type { RemoteEndReason, RemoteState } from '../../src/contract/remote.ts';
import { pollForReload } from '../entrance/poll-for-reload.ts';
import { connectRemote } from './connect-remote.ts';
import { postRemoteAction, type RemoteAction, type RemoteRefusal } from './post-remote-action.ts';

/** Messages in the line above the buttons. */
export type RemoteNotice = Exclude<RemoteRefusal, 'over'> | 'notSent' | 'first' | 'last' | 'meanwhile';

/** State that the page renders. */
export interface RemoteModel {
  readonly state: RemoteState;
  /** Seconds since the last contact; null while connected. */
  readonly lost: number | null;
  /** Button whose request is in progress. */
  readonly pending: 'hide' | 'back' | 'next' | null;
  readonly notice: RemoteNotice | null;
  readonly ended: RemoteEndReason | null;
}

export interface Remote {
  step(by: 1 | -1): void;
  /** Hides the current text, or shows it again. */
  hide(): void;
}

const NOTICE_MS = 8_000;

/**
 * Controls the Live of a remote link. Nothing is queued: an action is dropped while offline or while another action is
 * in progress. [D68]
 */
export function startRemote(path: string, state: RemoteState, draw: (model: RemoteModel) => void): Remote {
  let model: RemoteModel = { state, lost: 0, pending: null, notice: null, ended: null };
  let noticeTimer: ReturnType<typeof setTimeout> | undefined;
  const update = (to: Partial<RemoteModel>) => {
    model = { ...model, ...to };
    draw(model);
  };
  const showNotice = (notice: RemoteNotice | null) => {
    clearTimeout(noticeTimer);
    if (notice) noticeTimer = setTimeout(() => update({ notice: null }), NOTICE_MS);
    update({ notice });
  };
  const adopt = (next: RemoteState) => {
    if (next.sequence >= model.state.sequence) update({ state: next });
  };

  async function act(pending: RemoteModel['pending'], action: RemoteAction): Promise<void> {
    if (model.pending) return;
    if (model.lost !== null) return showNotice('notSent');
    update({ pending, notice: null });
    const result = await postRemoteAction(path, action);
    update({ pending: null });
    if (typeof result === 'object') adopt(result);
    else if (result === 'over') location.reload();
    else showNotice(result);
  }

  draw(model);
  connectRemote(path, {
    onState(next, fresh) {
      if (!fresh) return adopt(next);
      const missed = model.lost !== null && next.sequence !== model.state.sequence;
      update({ state: next });
      if (missed) showNotice('meanwhile');
    },
    onLost: (lost) => update({ lost }),
    onEnd(ended) {
      update({ ended });
      if (ended === 'restricted') pollForReload();
    },
  });
  return {
    step(by) {
      const { previous, next, sequence, current } = model.state;
      // For an empty Live, the server's response explains why nothing happens.
      if (current && !(by > 0 ? next : previous) && model.lost === null) return showNotice(by > 0 ? 'last' : 'first');
      void act(by > 0 ? 'next' : 'back', { to: 'step', body: { by, sequence } });
    },
    hide() {
      const { showing, stopped, sequence } = model.state;
      if (stopped && model.lost === null) return showNotice('stopped');
      void act('hide', { to: 'hide', body: { hidden: showing, sequence } });
    },
  };
}
