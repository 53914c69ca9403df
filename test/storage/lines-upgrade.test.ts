import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Kysely } from 'kysely';
import { migrate } from '../../src/storage/migrations/migrate.ts';
import type { Tables } from '../../src/storage/schema.ts';
import { ENGINES } from '../support/server/lectern.ts';
import { createPlace } from './place.ts';

/**
 * Items of a queue: translation, chapter and verse, then their line and run after the upgrade, as the number of the
 * first item.
 */
type Row = readonly [translation: string, chapter: number, verse: number, line: number | null, run: number | null];

const QUEUES: Record<string, readonly Row[]> = {
  'two translations of one push': [
    ['kjv', 3, 16, null, null],
    ['kjv', 3, 17, null, 0],
    ['lut', 3, 16, 0, 0],
    ['lut', 3, 17, 1, 0],
  ],
  'two pushes in three translations': [
    ['kjv', 3, 16, null, null],
    ['lut', 3, 16, 0, 0],
    ['web', 3, 16, 0, 0],
    ['kjv', 4, 1, null, null],
    ['lut', 4, 1, 3, 3],
    ['web', 4, 1, 3, 3],
  ],
  'a translation that has more': [
    ['kjv', 3, 16, null, null],
    ['lut', 3, 16, null, null],
    ['lut', 3, 17, null, 1],
  ],
  'verses apart, and another chapter': [
    ['kjv', 3, 16, null, null],
    ['kjv', 3, 18, null, null],
    ['kjv', 3, 19, null, 1],
    ['kjv', 4, 20, null, null],
  ],
};

for (const engine of ENGINES) {
  describe(`queues from before lines existed, on ${engine}`, () => {
    it('[D53] when they are upgraded, then adjacent blocks of the same verses become lines, verses in sequence are runs, and nothing else changes', async () => {
      const place = await createPlace(engine);
      const tables = place.tables();
      await migrate(tables, engine, '0020-audit-names');
      await place.sql(`INSERT INTO lives (id, owner_kind, owner_id, name, status, mode, paused, showing, sequence, translations, viewer_settings, focus_item_id, journal, created_at)
        VALUES ('live', 'account', 'a', 'Sunday', 'running', 'reader', 0, 1, 7, '[]', '{}', 'live-0', '{"end":0,"undo":0,"depth":0}', '2026-01-01T00:00:00.000Z')`);
      for (const [at, rows] of Object.values(QUEUES).entries()) {
        for (const [index, [translation, chapter, verse]] of rows.entries()) {
          await place.sql(`INSERT INTO queue_items (live_id, id, rank, book_id, book, chapter, verse, text, translation, revision_id)
            VALUES ('live${at || ''}', 'live${at || ''}-${index}', ${index}, 43, 'John', ${chapter}, ${verse}, 'Text', '${translation}', 'r')`);
        }
      }
      await migrate(tables, engine);
      for (const [at, [name, rows]] of Object.entries(QUEUES).entries()) {
        const live = `live${at || ''}`;
        const toId = (index: number | null) => (index === null ? null : `${live}-${index}`);
        const found = await (tables as Kysely<Tables>)
          .selectFrom('queue_items')
          .selectAll()
          .where('live_id', '=', live)
          .orderBy('rank')
          .execute();
        assert.deepEqual(
          found.map(({ id, translation, chapter, verse, line, run }) => [id, translation, chapter, verse, line, run]),
          rows.map(([translation, chapter, verse, line, run], index) => [
            `${live}-${index}`,
            translation,
            chapter,
            verse,
            toId(line),
            toId(run),
          ]),
          name,
        );
      }
      await tables.destroy();

      const storage = await place.open();
      const { record } = (await storage.lives.load('live'))!;
      const { focusItemId, focusLines, focusPart, paging, sequence } = record;
      assert.deepEqual(
        { focusItemId, focusLines, focusPart, paging, sequence },
        {
          focusItemId: 'live-0',
          focusLines: 1,
          focusPart: 0,
          paging: { keys: null, lines: 1, page_characters: 320 },
          sequence: 7,
        },
      );
      await storage.close();
      await place.drop();
    });
  });
}
