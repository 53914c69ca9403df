import { type ButtonAction, type ButtonCommand, NOTHING_TO_DO } from '../../contract/buttons.ts';
import { LecternError } from '../../contract/lectern-error.ts';
import type { LiveState, RemoteLinkWithCreator, Storage } from '../../storage/storage.ts';
import type { Actor } from '../audit/audit.ts';
import { endInterruption } from '../live/changes/interrupt.ts';
import { undoOrRedo } from '../live/changes/journal.ts';
import type { LiveWrite } from '../live/changes/live-writes.ts';
import { createStepWrite, type StepDependencies } from '../live/changes/step-write.ts';
import { pushPassage } from '../live/push-passage.ts';
import { type LookupDependencies, lookUp } from '../lookup/look-up.ts';
import { type ShowEntryDependencies, showEntry } from '../plans/show-entry.ts';
import { playbackChange } from '../remote-links/remote-control.ts';
import type { RemoteLinks } from '../remote-links/remote-links.ts';
import type { EndTurn, Turns } from '../turns/turns.ts';
import { requireUsable } from './require-usable.ts';

interface ButtonControlDependencies
  extends ShowEntryDependencies,
    Pick<StepDependencies, 'queueItems'>,
    Pick<LookupDependencies, 'recent'> {
  readonly storage: Storage;
  readonly links: RemoteLinks;
  readonly turns: Turns;
}

interface ButtonCall {
  readonly link: RemoteLinkWithCreator;
  readonly requestId: string;
}

type ButtonWrite = Omit<LiveWrite, 'apply'>;

/** The names of the commands in the audit log. */
const OPERATIONS: Readonly<Record<ButtonCommand['action'], string>> = {
  next: 'stepByButton',
  previous: 'stepByButton',
  show: 'playbackByButton',
  hide: 'playbackByButton',
  toggle: 'playbackByButton',
  undo: 'undoByButton',
  return: 'returnByButton',
  go: 'goByButton',
  entry: 'goByButton',
  passage: 'passageByButton',
};

/** The most readings that a refusal lists. */
const LISTED_READINGS_MAX = 4;

/**
 * Carries out the commands of button links, on behalf of their creators. A command means the state at the moment when
 * it is carried out. [D74]
 */
export class ButtonControl {
  readonly #parts: ButtonControlDependencies;

  constructor(parts: ButtonControlDependencies) {
    this.#parts = parts;
  }

  /**
   * Carries out a command. Returns the Live, unchanged if there is nothing to do. Throws the errors of the REST
   * operation, `not_found` if the link has ended, `processing_restricted`, and `unavailable` if other processes change
   * the Live first for too long.
   */
  async run(call: ButtonCall, command: ButtonCommand): Promise<LiveState> {
    const { lives, links, turns } = this.#parts;
    const live = await lives.find(call.link.liveId);
    if (!live) throw new LecternError('not_found', 'The Live of this link no longer exists.');
    const { owner } = live.record;
    let endTurn: EndTurn | undefined;
    const write: ButtonWrite = {
      owner,
      actor: toActor(call, OPERATIONS[command.action]),
      precondition: null,
      running: true,
      recheck: async () => {
        await requireUsable(links, call.link.id);
      },
      turn: {
        tryTake: () => {
          endTurn ??= turns.tryTake(owner) ?? undefined;
          return endTurn !== undefined;
        },
        take: async () => {
          endTurn ??= await turns.take(owner);
        },
      },
    };
    try {
      return await this.#carryOut(call.link.liveId, command, write);
    } catch (error) {
      const isDone = error instanceof LecternError && error.code === NOTHING_TO_DO[command.action];
      if (isDone) return await lives.require(call.link.liveId, owner);
      throw error;
    } finally {
      endTurn?.();
    }
  }

  async #carryOut(liveId: string, command: ButtonCommand, write: ButtonWrite): Promise<LiveState> {
    if (command.action === 'passage') return this.#showPassage(liveId, command.q, write);
    if (command.action === 'entry' || command.action === 'go') {
      const entry = command.action === 'entry' ? { number: command.number } : { by: 1 };
      const { state } = await showEntry(this.#parts, liveId, { ...write, requireAlso: allowed }, entry);
      return state;
    }
    const { state } = await this.#parts.lives.write(liveId, { ...write, ...this.#toChange(command.action) });
    return state;
  }

  #toChange(action: Exclude<ButtonAction, 'go'>): Pick<LiveWrite, 'apply' | 'requireAllowed'> {
    const { storage } = this.#parts;
    switch (action) {
      case 'next':
      case 'previous':
        return createStepWrite(this.#parts, { by: action === 'next' ? 1 : -1, beyond: true });
      case 'undo':
        return { apply: (current) => undoOrRedo(storage.lives, current, 'undo') };
      case 'return':
        return { apply: endInterruption };
      default:
        return {
          apply: (current) => playbackChange(current, action === 'toggle' ? current.record.showing : action === 'hide'),
        };
    }
  }

  /** Shows the passage that a text clearly means. Throws `invalid_reference`. */
  async #showPassage(liveId: string, q: string, write: ButtonWrite): Promise<LiveState> {
    const { lives, recent, storage, editions, queueItems } = this.#parts;
    const { record } = await lives.require(liveId, write.owner);
    const request = { q, limit: LISTED_READINGS_MAX, decks: null, words: false };
    const { reading, edition, data } = await lookUp({ recent, storage, editions }, record, request);
    const passages = data[0]?.passages ?? [];
    if (reading !== 'one') {
      const problem = {
        none: 'cannot be read as a reference',
        several: `is ambiguous: it could mean ${data.map(({ reference }) => reference).join(', ')}`,
        missing: 'is in none of the translations',
      };
      throw new LecternError('invalid_reference', `"${q}" ${problem[reading]}.`);
    }
    if (passages.some(({ chapter }) => chapter === undefined)) {
      throw new LecternError('invalid_reference', `"${q}" is a whole book. Name a chapter.`);
    }
    const { state } = await pushPassage({ lives, editions, queueItems }, liveId, write, {
      passages: passages.map(({ chapter, ...rest }) => ({ ...rest, chapter: chapter! })),
      translations: edition ? [edition] : undefined,
      replace: true,
      interrupts: 'presentation',
    });
    return state;
  }
}

/** The creator of a link is an operator at least, and may do everything that a command needs. */
const allowed = async () => {};

const toActor = ({ link, requestId }: ButtonCall, operation: string): Actor => ({
  channel: 'rest',
  userId: link.createdBy,
  credentialId: link.id,
  operation,
  requestId,
});
