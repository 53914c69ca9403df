import type { FastifyInstance } from 'fastify';
import { PAGE_DEFAULT_ITEMS, PAGE_MAX_ITEMS } from '../../contract/limits.ts';
import { EmptyBody } from '../../contract/schemas/live.ts';
import { Snapshot, SnapshotPage } from '../../contract/schemas/presentation.ts';
import { pageQuery } from '../../contract/schemas/shapes.ts';
import type { Representations } from '../../domain/live/reading/representations.ts';
import type { Decks } from '../../domain/presentation/decks.ts';
import type { Snapshots } from '../../domain/presentation/snapshots.ts';
import type { ListedSnapshot, ListPage, SnapshotRecord, Storage } from '../../storage/storage.ts';
import type { ListCursors } from '../operation/cursor.ts';
import type { OperationServices } from '../operation/endpoint.ts';
import { createOnce } from '../operation/idempotency.ts';
import { addOperation } from '../operation/operation.ts';

const SnapshotsQuery = pageQuery(PAGE_MAX_ITEMS, PAGE_DEFAULT_ITEMS);

export interface SnapshotsServices extends OperationServices {
  readonly storage: Storage;
  readonly decks: Decks;
  readonly snapshots: Snapshots;
  readonly representations: Representations;
  readonly listCursors: ListCursors;
}

/** Adds the operations that publish decks and read snapshots. [D26] */
export function addSnapshots(app: FastifyInstance, services: SnapshotsServices): void {
  const { decks, snapshots, representations, lives, listCursors, config } = services;

  const toResult = (snapshot: SnapshotRecord) => {
    const { id, organizationId, deckId, revision, title, kind, footer, languageTag, songbook, slides } = snapshot;
    return {
      body: {
        id,
        organization_id: organizationId,
        deck: deckId,
        revision,
        title,
        kind,
        footer,
        language_tag: languageTag,
        songbook,
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

  addOperation(
    app,
    services,
    'listSnapshots',
    { query: SnapshotsQuery, response: SnapshotPage, requireResource: findDeck },
    async ({ resource: deck, query }) => {
      const body = await listCursors.page(`snapshots/${deck.id}`, query, {
        find: (page: ListPage<number>) => snapshots.list(deck, page),
        positionOf: ({ revision }) => revision,
        toData: toListedSnapshot,
      });
      return { body };
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

const toListedSnapshot = ({ id, deckId, revision, deckRevision, title, createdAt }: ListedSnapshot) => ({
  id,
  deck: deckId,
  revision,
  deck_revision: deckRevision,
  title,
  published_at: createdAt,
});
