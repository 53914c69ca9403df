import type { FastifyInstance } from 'fastify';
import { Type } from 'typebox';
import { HISTORY_DEFAULT_ENTRIES, HISTORY_MAX_ENTRIES, HISTORY_PAGE_MAX_BYTES } from '../../contract/limits.ts';
import * as schema from '../../contract/schemas/live.ts';
import { Enum, pageQuery } from '../../contract/schemas/shapes.ts';
import { lastExpiredNumber, undoOrRedo } from '../../domain/live/journal.ts';
import type { Representations } from '../../domain/live/representations.ts';
import type { Editions } from '../../domain/scripture/editions.ts';
import type { Storage } from '../../storage/storage.ts';
import type { ListCursors } from '../operation/cursor.ts';
import type { OperationServices } from '../operation/endpoint.ts';
import { addOperation } from '../operation/operation.ts';
import { TickLimiter } from '../server/tick-limiter.ts';

/** Space for the field names and the cursor around the entries of a page. */
const PAGE_FRAME_BYTES = 1_024;

export interface JournalServices extends OperationServices {
  readonly storage: Storage;
  readonly editions: Editions;
  readonly representations: Representations;
  readonly listCursors: ListCursors;
}

/** Adds the operations for undo, redo and the history. [D50] */
export function addJournal(app: FastifyInstance, services: JournalServices): void {
  const { lives, storage, editions, representations, listCursors } = services;

  for (const direction of ['undo', 'redo'] as const) {
    addOperation(
      app,
      services,
      direction,
      { body: schema.EmptyBody, response: schema.AnyLiveQueuePage },
      async ({ live, write }) => {
        const { state } = await lives.write(live.record.id, {
          ...write,
          running: true,
          apply: (current) => undoOrRedo(storage.lives, current, direction),
        });
        const end = state.record.mode === 'reader' ? state.items.length : 0;
        return {
          body: representations.toQueuePage(state, 0, end, null),
          etag: lives.validators.etag(state.record),
        };
      },
    );
  }

  // A full page takes tens of milliseconds. Starting one per tick lets other requests run in between.
  const pages = new TickLimiter<() => void>(1, (begin) => begin());
  const HistoryQuery = Type.Object({
    ...pageQuery(HISTORY_MAX_ENTRIES, HISTORY_DEFAULT_ENTRIES).properties,
    view: Type.Optional(Enum(['short'], { description: 'Omits the verses of each entry.' })),
  });
  addOperation(
    app,
    services,
    'listHistory',
    { query: HistoryQuery, response: schema.HistoryPage },
    async ({ live, query }) => {
      const { id } = live.record;
      const purpose = `history/${id}`;
      const before = listCursors.read<number>(purpose, query.after);
      const limit = query.limit ?? HISTORY_DEFAULT_ENTRIES;
      await new Promise<void>((resolve) => pages.run(resolve));
      const { entries, next } = await storage.lives.listShown(id, {
        limit,
        above: lastExpiredNumber(live.record),
        before,
        maxBytes: HISTORY_PAGE_MAX_BYTES,
      });
      await editions.loadRevisions(entries.flatMap(({ shown }) => shown.map(({ revisionId }) => revisionId)));
      const serialized = serializePage(
        entries.map((entry) => () => {
          const { verses, ...short } = representations.toShown(entry);
          return JSON.stringify(query.view === 'short' ? short : { ...short, verses });
        }),
      );
      const last = serialized.length < entries.length ? entries[serialized.length - 1]!.number : next;
      const cursor = last === null ? null : listCursors.sign(purpose, last);
      return { body: `{"data":[${serialized.join(',')}],"next_cursor":${JSON.stringify(cursor)}}` };
    },
  );
}

/**
 * Serializes as many entries as fit into a page, and at least one. An entry that exceeds the limit gets its own page.
 */
function serializePage(entries: readonly (() => string)[]): string[] {
  const page: string[] = [];
  let bytes = 0;
  for (const serialize of entries) {
    const entry = serialize();
    bytes += Buffer.byteLength(entry) + 1;
    if (page.length > 0 && bytes > HISTORY_PAGE_MAX_BYTES - PAGE_FRAME_BYTES) break;
    page.push(entry);
  }
  return page;
}
