import type { FastifyInstance } from 'fastify';
import { LecternError } from '../../contract/lectern-error.ts';
import { HISTORY_DEFAULT_ENTRIES, HISTORY_MAX_ENTRIES, HISTORY_PAGE_MAX_VERSES } from '../../contract/limits.ts';
import * as schema from '../../contract/schemas/live.ts';
import { pageQuery } from '../../contract/schemas/shapes.ts';
import { nothingToUndo, requireUndo, undo } from '../../domain/live/journal.ts';
import type { JournalEntry } from '../../storage/storage.ts';
import { addOperation } from '../operation.ts';
import type { Services } from '../services.ts';

/** Second thoughts, and what was shown. [D50] */
export function addJournal(app: FastifyInstance, services: Services): void {
  const { lives, storage, editions, representations, cursors } = services;

  addOperation(
    app,
    services,
    'undo',
    { body: schema.EmptyBody, response: schema.AnyLiveQueuePage },
    async ({ live, write }) => {
      const { id } = live.record;
      const { state } = await lives.write(id, {
        ...write,
        queue: 'write',
        apply: async (present) => {
          const entry = await storage.lives.findJournalEntry(id, requireUndo(present));
          if (!entry?.undo) throw nothingToUndo();
          return undo(present, entry);
        },
      });
      return {
        body: representations.toQueuePage(state, 0, state.items.length, null),
        etag: lives.validators.etag(state.record),
      };
    },
  );

  const HistoryQuery = pageQuery(HISTORY_MAX_ENTRIES, HISTORY_DEFAULT_ENTRIES);
  addOperation(
    app,
    services,
    'listHistory',
    { query: HistoryQuery, response: schema.HistoryPage },
    async ({ live, query }) => {
      const { id } = live.record;
      const purpose = `history/${id}`;
      const before = query.after === undefined ? null : cursors.verify(purpose, query.after);
      if (before === undefined) throw new LecternError('invalid_cursor');
      const limit = query.limit ?? HISTORY_DEFAULT_ENTRIES;
      const found = await storage.lives.listShown(id, { limit: limit + 1, before: before as number | null });
      const page = withinBudget(found.slice(0, limit));
      await editions.loadRevisions(page.flatMap(({ shown }) => shown.map(({ revisionId }) => revisionId)));
      return {
        body: {
          data: page.map((entry) => representations.toShown(entry)),
          next_cursor: page.length < found.length ? cursors.sign(purpose, page.at(-1)!.number) : null,
        },
      };
    },
  );
}

/** Whole books may have been shown: a page is shortened, but never empty. */
function withinBudget(entries: readonly JournalEntry[]): readonly JournalEntry[] {
  let verses = 0;
  const end = entries.findIndex(({ shown }, index) => {
    verses += shown.length;
    return index > 0 && verses > HISTORY_PAGE_MAX_VERSES;
  });
  return end < 0 ? entries : entries.slice(0, end);
}
