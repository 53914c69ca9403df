import type { FastifyInstance } from 'fastify';
import { PAGE_DEFAULT_ITEMS, PAGE_MAX_ITEMS } from '../../contract/limits.ts';
import * as schema from '../../contract/schemas/presentation.ts';
import { pageQuery } from '../../contract/schemas/shapes.ts';
import type { Decks } from '../../domain/presentation/decks.ts';
import type { DeckRecord, DeckSummary, ListedDeck, ListPage, Storage } from '../../storage/storage.ts';
import type { ListCursors } from '../operation/cursor.ts';
import type { OperationServices } from '../operation/endpoint.ts';
import { createOnce } from '../operation/idempotency.ts';
import { addOperation } from '../operation/operation.ts';

const DecksQuery = pageQuery(PAGE_MAX_ITEMS, PAGE_DEFAULT_ITEMS);

export interface DecksServices extends OperationServices {
  readonly storage: Storage;
  readonly decks: Decks;
  readonly listCursors: ListCursors;
}

/** Adds the operations for decks. [D26] */
export function addDecks(app: FastifyInstance, services: DecksServices): void {
  const { decks, listCursors, config } = services;
  const toResult = (deck: DeckRecord) => ({ body: toDeck(deck), etag: decks.etag(deck) });

  addOperation(
    app,
    services,
    'listDecks',
    { query: DecksQuery, response: schema.DeckPage },
    async ({ owner, query }) => {
      const body = await listCursors.page(`decks/${owner.id}`, query, {
        find: (page: ListPage) => decks.list(owner.id, page),
        positionOf: ({ createdAt, id }) => ({ createdAt, id }),
        toData: toListedDeck,
      });
      return { body, compressible: true };
    },
  );

  addOperation(app, services, 'createDeck', { body: schema.CreateDeckBody, response: schema.Deck }, (context) => {
    const { owner, body } = context;
    const location = `${config.publicUrl}/v1/organizations/${owner.id}/decks`;
    const toCreated = (deck: DeckRecord) => ({
      ...toResult(deck),
      headers: { location: `${location}/${deck.id}` },
    });
    return createOnce(services.storage, context, async (toIdempotencyRecord) => {
      const input = { ...body, slides: body.slides ?? [] };
      await context.recheck();
      const deck = await decks.create(
        owner.id,
        input,
        context.actor,
        toIdempotencyRecord && ((made) => toIdempotencyRecord(toCreated(made))),
      );
      return deck && toCreated(deck);
    });
  });

  const findDeck = ({ organization_id, deck_id }: Readonly<Record<string, string>>) =>
    decks.require(organization_id!, deck_id!);

  addOperation(app, services, 'getDeck', { response: schema.Deck, requireResource: findDeck }, ({ resource }) =>
    toResult(resource),
  );

  addOperation(
    app,
    services,
    'replaceDeck',
    { body: schema.ReplaceDeckBody, response: schema.Deck, requireResource: findDeck },
    async (context) => {
      const { resource: deck, body, precondition, actor } = context;
      await context.recheck();
      return toResult(await decks.replace({ deck, precondition, actor }, body));
    },
  );

  addOperation(app, services, 'deleteDeck', { requireResource: findDeck }, async (context) => {
    const { resource: deck, precondition, actor } = context;
    await context.recheck();
    await decks.delete({ deck, precondition, actor });
    return {};
  });
}

const toDeckSummary = ({ id, organizationId, title, revision, kind }: DeckSummary) => ({
  id,
  organization_id: organizationId,
  title,
  revision,
  kind,
});

const toListedDeck = (deck: ListedDeck) => ({
  ...toDeckSummary(deck),
  slide_count: deck.slideCount,
  updated_at: deck.updatedAt,
  first_line: deck.firstLine,
  authors: deck.authors,
  songbook: deck.songbook,
  last_used: deck.lastUsed,
  published: deck.published && {
    snapshot_id: deck.published.id,
    deck_revision: deck.published.deckRevision,
    published_at: deck.published.createdAt,
  },
});

/** Returns a deck as the API shows it. */
export const toDeck = (deck: DeckRecord) => ({
  ...toDeckSummary(deck),
  shared: deck.shared,
  slides: deck.slides,
  order: deck.order,
  footer: deck.footer,
  language_tag: deck.languageTag,
  songbook: deck.songbook,
});
