import type { FastifyInstance } from 'fastify';
import { EmptyBody } from '../../contract/schemas/live.ts';
import { Snapshot } from '../../contract/schemas/presentation.ts';
import type { Representations } from '../../domain/live/representations.ts';
import type { Decks } from '../../domain/presentation/decks.ts';
import type { Snapshots } from '../../domain/presentation/snapshots.ts';
import type { SnapshotRecord, Storage } from '../../storage/storage.ts';
import type { OperationServices } from '../operation/endpoint.ts';
import { createOnce } from '../operation/idempotency.ts';
import { addOperation } from '../operation/operation.ts';

export interface SnapshotsServices extends OperationServices {
  readonly storage: Storage;
  readonly decks: Decks;
  readonly snapshots: Snapshots;
  readonly representations: Representations;
}

/** Adds the operations that publish decks and read snapshots. [D26] */
export function addSnapshots(app: FastifyInstance, services: SnapshotsServices): void {
  const { decks, snapshots, representations, lives, config } = services;

  const toResult = (snapshot: SnapshotRecord) => {
    const { id, organizationId, deckId, revision, title, kind, footer, slides } = snapshot;
    return {
      body: {
        id,
        organization_id: organizationId,
        deck: deckId,
        revision,
        title,
        kind,
        footer,
        slides: slides.map(({ passage: _, image, ...slide }) => ({ ...slide, image: image?.digest ?? null })),
        passages: slides.flatMap(({ id: slide_id, passage }) =>
          passage
            ? {
                slide_id,
                reference: passage.reference,
                verses: passage.verses.map((verse) => representations.toVerse(verse)),
              }
            : [],
        ),
      },
      etag: lives.validators.etag({ id: `snapshot/${id}`, sequence: revision }),
    };
  };

  const findDeck = ({ organization_id, deck_id }: Readonly<Record<string, string>>) =>
    decks.require(organization_id!, deck_id!);
  addOperation(
    app,
    services,
    'publishDeck',
    { body: EmptyBody, response: Snapshot, requireResource: findDeck },
    (context) => {
      const location = `${config.publicUrl}/v1/organizations/${context.owner.id}/snapshots`;
      const toPublished = (snapshot: SnapshotRecord) => ({
        ...toResult(snapshot),
        headers: { location: `${location}/${snapshot.id}` },
      });
      return createOnce(services.storage, context, async (toIdempotencyRecord) => {
        await context.recheck();
        const snapshot = await snapshots.publish(
          context.resource,
          context.actor,
          toIdempotencyRecord && ((made) => toIdempotencyRecord(toPublished(made))),
        );
        return snapshot && toPublished(snapshot);
      });
    },
  );

  const findSnapshot = ({ organization_id, snapshot_id }: Readonly<Record<string, string>>) =>
    snapshots.require(organization_id!, snapshot_id!);
  addOperation(
    app,
    services,
    'getSnapshot',
    { response: Snapshot, requireResource: findSnapshot },
    async ({ resource: snapshot }) => {
      await snapshots.loadRevisions(snapshot.slides);
      return toResult(snapshot);
    },
  );
}
