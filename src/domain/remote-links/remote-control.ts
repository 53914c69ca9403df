import { LecternError } from '../../contract/lectern-error.ts';
import type { LiveState, RemoteLinkWithMaker } from '../../storage/storage.ts';
import type { Actor } from '../audit/audit.ts';
import type { LiveWrite } from '../live/live-writes.ts';
import type { Lives } from '../live/lives.ts';
import { createStepWrite, type StepDependencies } from '../live/step-write.ts';
import { changePlayback, type Transition } from '../live/transitions.ts';
import type { RemoteLinks } from './remote-links.ts';

interface ControlParts extends StepDependencies {
  readonly lives: Lives;
  readonly links: RemoteLinks;
}

/** What somebody asks by a remote link, of the Live as it was at a sequence. */
interface RemoteCall {
  readonly link: RemoteLinkWithMaker;
  readonly sequence: number;
  readonly requestId: string;
}

/** Steps, hides and shows a Live by a remote link, in the name of its maker. [D68] */
export class RemoteControl {
  readonly #parts: ControlParts;

  constructor(parts: ControlParts) {
    this.#parts = parts;
  }

  /**
   * By one page or slide; a hidden Live stays hidden. Throws what steps throw, `stale_validator` for another sequence, `not_found` where the
   * link has ended, `processing_restricted`.
   */
  step(call: RemoteCall, by: 1 | -1): Promise<LiveState> {
    return this.#write(call, 'stepByRemote', createStepWrite(this.#parts, { by }));
  }

  /** Throws `live_stopped`, and besides what `step` throws for every Live. */
  hide(call: RemoteCall, hidden: boolean): Promise<LiveState> {
    return this.#write(call, hidden ? 'hideByRemote' : 'showByRemote', {
      running: true,
      apply: (present) => changed(present, changePlayback(present, { paused: hidden })),
    });
  }

  async #write(
    { link, sequence, requestId }: RemoteCall,
    operation: string,
    write: Pick<LiveWrite, 'requireAllowed' | 'running' | 'apply'>,
  ): Promise<LiveState> {
    const { lives, links } = this.#parts;
    const live = await this.requireLive(link);
    const actor: Actor = { channel: 'page', userId: link.madeBy, credentialId: link.id, operation, requestId };
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

  /** Throws `not_found` and `processing_restricted`. */
  async requireLive({ liveId }: RemoteLinkWithMaker): Promise<LiveState> {
    const live = await this.#parts.lives.find(liveId);
    if (!live) throw new LecternError('not_found', 'The Live of this link is gone.');
    if (live.profile.restricted) throw new LecternError('processing_restricted');
    return live;
  }
}

/** Null where that is so already: nothing is written, and the sequence stays. */
const changed = ({ record }: LiveState, transition: Transition | null): Transition | null =>
  transition && (transition.record.paused !== record.paused || transition.record.showing !== record.showing)
    ? transition
    : null;
