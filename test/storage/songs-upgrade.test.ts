import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { migrate } from '../../src/storage/migrations/migrate.ts';
import { ENGINES } from '../support/server/lectern.ts';
import { createPlace } from './place.ts';

/** More than are read at once. */
const DECKS = 45;
const SLIDES = JSON.stringify([
  { id: 'a', layout: 'title', title: "It's well", text: null, reference: null, image: null },
  {
    id: 'b',
    layout: 'text',
    title: null,
    text: 'When peace like a river\nattendeth my way',
    reference: null,
    image: null,
  },
]).replaceAll("'", "''");

for (const engine of ENGINES) {
  describe(`decks made before the upgrade to songs, on ${engine}`, () => {
    it('[D70] when they are read, then they are of slides as they were, and their words are found', async () => {
      const place = await createPlace(engine);
      const tables = place.tables();
      await migrate(tables, engine, '0031-plans');
      for (let number = 0; number < DECKS; number++) {
        await place.sql(`INSERT INTO decks (id, organization_id, title, revision, published, slides, created_at)
          VALUES ('d${number}', 'o', 'Hymn ${number}', 1, 1, '${SLIDES}', '2026-01-01T00:00:00.000Z')`);
      }
      await place.sql(`INSERT INTO snapshots (id, organization_id, deck_id, revision, deck_revision, title, slides, created_at)
        VALUES ('s', 'o', 'd0', 1, 1, 'Hymn 0', '[]', '2026-01-01T00:00:00.000Z')`);
      await tables.destroy();

      const storage = await place.open();
      const deck = (await storage.decks.find('o', 'd0'))!;
      assert.deepEqual([deck.kind, deck.order, deck.footer, deck.slides.length], ['slides', null, null, 2]);
      const snapshot = (await storage.decks.findSnapshot('s'))!;
      assert.deepEqual([snapshot.kind, snapshot.footer], ['slides', null]);
      for (const typed of ['its well', 'IT’S WELL', 'river attend']) {
        assert.equal((await storage.decks.search('o', typed, { limit: 100, bySlides: 100 })).length, DECKS, typed);
      }
      assert.deepEqual(
        (await storage.decks.search('o', 'hymn 44', { limit: 100, bySlides: 0 })).map(({ id }) => id),
        ['d44'],
      );
      await storage.close();
      await place.drop();
    });
  });
}
