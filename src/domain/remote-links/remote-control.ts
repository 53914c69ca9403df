import { LecternError } from '../../contract/lectern-error.ts';
import type { LiveState, RemoteLinkWithCreator } from '../../storage/storage.ts';
import type { Actor } from '../audit/audit.ts';
import type { LiveWrite } from '../live/changes/live-writes.ts';
import { createStepWrite, type StepDependencies } from '../live/changes/step-write.ts';
import { changePlayback, type Transition } from '../live/changes/transitions.ts';
import type { Lives } from '../live/lives.ts';
import type { RemoteLinks } from './remote-links.ts';

interface RemoteControlDependencies extends StepDependencies {
  readonly lives: Lives;
  readonly links: RemoteLinks;
}

/** A request by a remote link, based on the Live at a sequence. */
interface RemoteCall {
  readonly link: RemoteLinkWithCreator;
  readonly sequence: number;
  readonly requestId: string;
}

/** Steps, hides and shows a Live by a remote link, on behalf of its creator. [D68] */
export class RemoteControl {
  readonly #parts: RemoteControlDependencies;

  constructor(parts: RemoteControlDependencies) {
    this.#parts = parts;
  }

  /**
   * Steps by one page or slide. A hidden Live stays hidden. Throws the errors of a step, `stale_validator` for another
   * sequence, `not_found` if the link has ended, and `processing_restricted`.
   */
  step(call: RemoteCall, by: 1 | -1): Promise<LiveState> {
    return this.#write(call, 'stepByRemote', createStepWrite(this.#parts, { by }));
  }

  /** Hides or shows the content. Throws `live_stopped` and the errors of `step`. */
  hide(call: RemoteCall, hidden: boolean): Promise<LiveState> {
    return this.#write(call, hidden ? 'hideByRemote' : 'showByRemote', {
      running: true,
      apply: (current) => playbackChange(current, hidden),
    });
  }

  async #write(
    { link, sequence, requestId }: RemoteCall,
    operation: string,
    write: Pick<LiveWrite, 'requireAllowed' | 'running' | 'apply'>,
  ): Promise<LiveState> {
    const { lives, links } = this.#parts;
    const live = await this.requireLive(link);
    const actor: Actor = { channel: 'page', userId: link.createdBy, credentialId: link.id, operation, requestId };
    const { state } = await lives.write(live.record.id, {
      ...write,
      owner: live.record.owner,
      actor,
      precondition: { tag: lives.validators.etag({ id: live.record.id, sequence }) },
      recheck: async (late) => {
        if (late) await links.require(link.id);
      },
    });
    return state;
  }

  /** Returns the Live of a link. Throws `not_found` and `processing_restricted`. */
  async requireLive({ liveId }: RemoteLinkWithCreator): Promise<LiveState> {
    const live = await this.#parts.lives.find(liveId);
    if (!live) throw new LecternError('not_found', 'The Live of this link no longer exists.');
    if (live.profile.restricted) throw new LecternError('processing_restricted');
    return live;
  }
}

/** Hides or shows the content. Returns null if nothing changes, so that nothing is written. */
export function playbackChange(current: LiveState, hidden: boolean): Transition | null {
  const { record } = current;
  const transition = changePlayback(current, { paused: hidden });
  const isChange = transition?.record.paused !== record.paused || transition.record.showing !== record.showing;
  return isChange ? transition : null;
}
