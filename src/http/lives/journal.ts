import type { FastifyInstance } from 'fastify';
import { Type } from 'typebox';
import { HISTORY_DEFAULT_ENTRIES, HISTORY_MAX_ENTRIES, HISTORY_PAGE_MAX_BYTES } from '../../contract/limits.ts';
import * as schema from '../../contract/schemas/live.ts';
import { Enum, pageQuery } from '../../contract/schemas/shapes.ts';
import { lastExpiredNumber, undoOrRedo } from '../../domain/live/changes/journal.ts';
import type { LiveSummaries } from '../../domain/live/reading/live-summaries.ts';
import type { Representations } from '../../domain/live/reading/representations.ts';
import type { Editions } from '../../domain/scripture/editions.ts';
import type { ListedShownEntry, LiveRecord, Storage } from '../../storage/storage.ts';
import type { ListCursors } from '../operation/cursor.ts';
import type { OperationServices } from '../operation/endpoint.ts';
import { addOperation } from '../operation/operation.ts';
import { addLiveWrite } from './live-write.ts';
import { bodyInView, NowViewQuery } from './now-view.ts';

/** Space for the field names and the cursor around the entries of a page, and around the verses of an entry. */
const PAGE_FRAME_BYTES = 1_024;
const ENTRY_FRAME_BYTES = 16;
/** Rights and attribution make verses about twice as long as they are stored. */
const STORED_PAGE_MAX_BYTES = HISTORY_PAGE_MAX_BYTES / 2;

export interface JournalServices extends OperationServices {
  readonly storage: Storage;
  readonly editions: Editions;
  readonly representations: Representations;
  readonly summaries: LiveSummaries;
  readonly listCursors: ListCursors;
}

/** Adds the operations for undo, redo and the history. [D50] */
export function addJournal(app: FastifyInstance, services: JournalServices): void {
  const { storage, editions, representations, summaries, listCursors } = services;

  for (const direction of ['undo', 'redo'] as const) {
    addLiveWrite(
      app,
      services,
      direction,
      { body: schema.EmptyBody, query: NowViewQuery, response: schema.AnyLiveQueuePage },
      () => ({ running: true, apply: (current) => undoOrRedo(storage.lives, current, direction) }),
      (state, { query }) =>
        bodyInView(summaries, query, state, () => {
          const end = state.record.mode === 'reader' ? state.items.length : 0;
          return representations.toQueuePage(state, 0, end, null);
        }),
    );
  }

  const HistoryQuery = Type.Object({
    ...pageQuery(HISTORY_MAX_ENTRIES, HISTORY_DEFAULT_ENTRIES).properties,
    view: Type.Optional(Enum(['short'], { description: 'Omits the verses of each entry.' })),
  });
  addOperation(app, services, 'listHistory', { query: HistoryQuery, response: schema.HistoryPage }, async (context) => {
    const { live, query } = context;
    const { id } = live.record;
    const purpose = `history/${id}`;
    const before = listCursors.read<number>(purpose, query.after);
    const limit = query.limit ?? HISTORY_DEFAULT_ENTRIES;
    await context.takeTurn();
    const verses = query.view !== 'short';
    const { entries, next } = await storage.lives.listShown(id, {
      limit,
      above: lastExpiredNumber(live.record),
      before,
      maxBytes: verses ? STORED_PAGE_MAX_BYTES : HISTORY_PAGE_MAX_BYTES,
      verses,
    });
    await editions.loadRevisions(entries.flatMap(({ revisions }) => revisions.map((revision) => revision.id)));
    const serialized = serializePage(representations, live.record, entries, verses);
    const last = serialized.length < entries.length ? entries[serialized.length - 1]!.number : next;
    const cursor = last === null ? null : listCursors.sign(purpose, last);
    return { body: `{"data":[${serialized.join(',')}],"next_cursor":${JSON.stringify(cursor)}}` };
  });
}

/**
 * Serializes as many entries as fit into a page, and at least one. An entry that exceeds the limit gets its own page.
 */
function serializePage(
  representations: Representations,
  record: LiveRecord,
  entries: readonly ListedShownEntry[],
  withVerses: boolean,
): string[] {
  const page: string[] = [];
  let room = HISTORY_PAGE_MAX_BYTES - PAGE_FRAME_BYTES;
  for (const entry of entries) {
    const short = JSON.stringify(representations.toShown(entry, record));
    room -= Buffer.byteLength(short) + ENTRY_FRAME_BYTES + (withVerses ? representations.shownVersesBytes(entry) : 0);
    if (page.length > 0 && room < 0) break;
    page.push(withVerses ? `${short.slice(0, -1)},"verses":${representations.shownVerses(entry)}}` : short);
  }
  return page;
}
