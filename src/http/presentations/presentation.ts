import type { FastifyInstance } from 'fastify';
import type { Static } from 'typebox';
import { LecternError } from '../../contract/lectern-error.ts';
import { LiveDisplay } from '../../contract/schemas/live.ts';
import { PresentBody } from '../../contract/schemas/presentation.ts';
import { leavePresentation, present } from '../../domain/live/changes/transitions.ts';
import type { Representations } from '../../domain/live/reading/representations.ts';
import type { Decks } from '../../domain/presentation/decks.ts';
import { type Publisher, publishIfChanged } from '../../domain/presentation/publish-if-changed.ts';
import { toOccurrences } from '../../domain/presentation/slide-occurrences.ts';
import { findSlideIndex, type Snapshots } from '../../domain/presentation/snapshots.ts';
import type { LiveState, Owner } from '../../storage/storage.ts';
import { addLiveWrite } from '../lives/live-write.ts';
import type { Context } from '../operation/context.ts';
import type { OperationServices } from '../operation/endpoint.ts';

export interface PresentationServices extends OperationServices {
  readonly decks: Decks;
  readonly snapshots: Snapshots;
  readonly representations: Representations;
}

/** Adds the operations that start and leave presentation mode. [D27] */
export function addPresentation(app: FastifyInstance, services: PresentationServices): void {
  const { decks, snapshots, representations } = services;
  const toDisplay = (state: LiveState) => representations.toDisplay(state);

  /**
   * Returns the latest snapshot of a deck, which it publishes if needed. Throws `invalid_fields` without a deck, and,
   * before it publishes, for a deck without slides and an unknown slide.
   */
  async function findLatest(
    owner: Owner,
    { deck_id: deckId, slide_id: slideId, index }: Static<typeof PresentBody>,
    publisher: Publisher,
  ): Promise<string> {
    const deck = await decks.find(owner.id, deckId!);
    if (deck?.slides.length === 0) {
      throw new LecternError('invalid_fields', 'The deck has no slides.', {
        errors: [{ pointer: '/deck_id', message: 'has no slides' }],
      });
    }
    if (deck) findSlideIndex(toOccurrences(deck), { slideId, index });
    const snapshotId = deck && (await publishIfChanged(snapshots, deck, publisher));
    if (snapshotId) return snapshotId;
    throw new LecternError('invalid_fields', undefined, {
      errors: [{ pointer: '/deck_id', message: 'is no deck of the organization' }],
    });
  }

  const toPresent = (context: Context<Static<typeof PresentBody>, unknown>) => {
    const { owner, body, actor } = context;
    const { slide_id: slideId, index, blank } = body;
    requireOne(body);
    const requireAlso: Publisher['requireAlso'] = (...scopes) => context.requireAlso(...scopes);
    const findSnapshot = async () => body.snapshot_id ?? findLatest(owner, body, { actor, requireAlso });
    return {
      running: true,
      apply: async (before: LiveState) => {
        const snapshotId = await findSnapshot();
        return present(before, await snapshots.select(owner.id, { snapshotId, slideId, index, blank }));
      },
    } as const;
  };
  addLiveWrite(app, services, 'present', { body: PresentBody, response: LiveDisplay }, toPresent, toDisplay);

  addLiveWrite(
    app,
    services,
    'leavePresentation',
    { response: LiveDisplay },
    () => ({ apply: leavePresentation }),
    toDisplay,
  );
}

/** Requires exactly one of the two fields. Throws `invalid_fields`. */
function requireOne({ snapshot_id, deck_id }: Static<typeof PresentBody>): void {
  if ((snapshot_id === undefined) !== (deck_id === undefined)) return;
  const error =
    deck_id === undefined
      ? { pointer: '/snapshot_id', message: 'is required' }
      : { pointer: '/deck_id', message: 'must be absent with snapshot_id' };
  throw new LecternError('invalid_fields', 'Send either snapshot_id or deck_id.', { errors: [error] });
}
