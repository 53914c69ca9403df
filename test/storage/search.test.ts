import assert from 'node:assert/strict';
import { type SQLInputValue, StatementSync } from 'node:sqlite';
import { describe, it } from 'node:test';
import { newId } from '../../src/domain/identifiers.ts';
import { up as addSearch } from '../../src/storage/migrations/0003-search.ts';
import { up as renewStems } from '../../src/storage/migrations/0013-stems.ts';
import { up as noteOutdated } from '../../src/storage/migrations/0019-outdated-search-indexes.ts';
import type { Storage } from '../../src/storage/storage.ts';
import { ENGINES } from '../support/server/lectern.ts';
import { createPlace, edition, type Place } from './place.ts';

const PAGE = { limit: 10, after: null, total: null };

for (const engine of ENGINES) {
  describe(`the search index on ${engine}`, () => {
    const listIndexes = async (place: Place): Promise<string[]> => {
      const tables = await place.sql(
        engine === 'sqlite'
          ? `SELECT name FROM sqlite_master WHERE sql LIKE 'CREATE VIRTUAL TABLE%'`
          : `SELECT tablename AS name FROM pg_tables WHERE tablename LIKE 'search\\_%'`,
      );
      return (tables as { name: string }[]).map(({ name }) => name).sort();
    };
    const find = async (storage: Storage, slug: string, word: string) => {
      const { revisionId, language } = (await storage.editions.find(slug))!;
      const found = await storage.search.find({ id: revisionId!, language }, { phrases: [], words: [word] }, PAGE);
      return found?.verses.map(({ bookId, chapter, verse, text }) => ({ bookId, chapter, verse, text }));
    };
    const one = (slug: string, text: string) =>
      edition(slug, { books: [{ bookId: 43, name: 'John', verses: [{ chapter: 3, verse: 16, text }] }] });

    it('[D31] when editions were installed before indexes existed, then the migration creates one', async () => {
      const place = await createPlace(engine);
      const first = await place.open();
      await first.editions.import(one('one', 'loved'));
      await first.editions.import(one('two', 'loving'));
      await first.close();
      for (const name of await listIndexes(place)) await place.sql(`DROP TABLE ${name}`);
      const tables = place.tables();
      await addSearch(tables, engine);
      await tables.destroy();
      const second = await place.open();
      assert.equal((await listIndexes(place)).length, 2);
      assert.deepEqual(await find(second, 'one', 'love'), [{ bookId: 43, chapter: 3, verse: 16, text: 'loved' }]);
      assert.deepEqual(await find(second, 'two', 'love'), [{ bookId: 43, chapter: 3, verse: 16, text: 'loving' }]);
      await second.close();
      await place.drop();
    });

    it('[D31] when indexes have outdated stems, then they are rebuilt for the English editions that have one', async () => {
      const place = await createPlace(engine);
      const first = await place.open();
      await first.editions.import(one('old', 'the priests'));
      const [name] = await listIndexes(place);
      await first.editions.import(one('without', 'the priests'));
      const [without] = (await listIndexes(place)).filter((other) => other !== name);
      await first.close();
      await place.sql(`DROP TABLE ${without}`);
      const empty = engine === 'sqlite' ? `INSERT INTO ${name} (${name}) VALUES ('delete-all')` : `DELETE FROM ${name}`;
      await place.sql(empty);
      const tables = place.tables();
      await renewStems(tables, engine);
      await tables.destroy();
      const second = await place.open();
      assert.deepEqual(await listIndexes(place), [name]);
      assert.equal((await find(second, 'old', 'priest'))?.length, 1);
      await second.close();
      await place.drop();
    });

    it('[D31] when indexes are from an earlier version, then they are rebuilt while searches continue, and the start does not wait', async () => {
      const place = await createPlace(engine);
      const first = await place.open();
      await first.editions.import(one('old', 'the King'));
      const [name] = await listIndexes(place);
      await first.editions.import(one('removed', 'the King'));
      await first.close();
      // Like an index of an earlier version: the text has an umlaut, and the index lacks its spelled-out form.
      await place.sql(`UPDATE verses SET text = 'der König'`);
      const tables = place.tables();
      await noteOutdated(tables);
      await tables.destroy();
      const second = await place.open();
      assert.equal((await find(second, 'old', 'king'))?.length, 1, 'what it found before');
      const stopped = AbortSignal.abort(new Error('stopped'));
      await assert.rejects(second.search.rebuildOutdated(stopped), /stopped/);
      assert.equal((await find(second, 'old', 'king'))?.length, 1, 'a renewal that was stopped');
      await second.editions.remove('removed');
      const { signal } = new AbortController();
      let renewed = 0;
      while (await second.search.rebuildOutdated(signal)) renewed++;
      assert.equal(renewed, 2);
      for (const word of ['Koenig', 'König', 'konig']) assert.equal((await find(second, 'old', word))?.length, 1, word);
      assert.equal((await find(second, 'old', 'king'))?.length, 0);
      assert.deepEqual(await listIndexes(place), [name]);
      assert.deepEqual(await place.sql(`SELECT key FROM installation WHERE key LIKE 'outdated%'`), []);
      await second.close();
      await place.drop();
    });

    it('[D30] when a text is replaced, then its index is replaced with it; when an import fails, then both are unchanged', async () => {
      const place = await createPlace(engine);
      const storage = await place.open();
      await storage.editions.import(one('kept', 'loved'));
      const [before] = await listIndexes(place);
      const { revisionId, language } = (await storage.editions.find('kept'))!;
      const damaged = edition('kept', {
        books: [{ bookId: 1, name: 'x', verses: [1, 1].map((verse) => ({ chapter: 1, verse, text: 'twice' })) }],
      });
      await assert.rejects(storage.editions.import(damaged));
      assert.deepEqual(await listIndexes(place), [before]);
      assert.equal((await find(storage, 'kept', 'love'))?.length, 1);
      await storage.editions.import(one('kept', 'hated'));
      const after = await listIndexes(place);
      assert.equal(after.length, 1);
      assert.notEqual(after[0], before);
      const outdated = { id: revisionId!, language };
      assert.equal(await storage.search.find(outdated, { phrases: [], words: ['love'] }, PAGE), null);
      assert.equal(await storage.search.find({ id: newId(), language }, { phrases: [], words: ['x'] }, PAGE), null);
      await storage.close();
      await place.drop();
    });

    if (engine === 'sqlite') {
      it('[D31] when verses of a page are read, then it is by their keys, however long the page is', async () => {
        const place = await createPlace(engine);
        const storage = await place.open();
        const verses = Array.from({ length: 100 }, (_, at) => ({ chapter: 1, verse: at + 1, text: 'loved' }));
        await storage.editions.import(edition('one', { books: [{ bookId: 43, name: 'John', verses }] }));
        const { revisionId, language } = (await storage.editions.find('one'))!;
        const { all } = StatementSync.prototype;
        const run = new Set<string>();
        StatementSync.prototype.all = function (this: StatementSync, ...values: SQLInputValue[]) {
          run.add(this.sourceSQL);
          return Reflect.apply(all, this, values);
        } as typeof all;
        try {
          const page = { limit: 100, after: null, total: null };
          const found = await storage.search.find(
            { id: revisionId!, language },
            { phrases: [], words: ['love'] },
            page,
          );
          assert.equal(found!.verses.length, 100);
        } finally {
          StatementSync.prototype.all = all;
        }
        const reads = [...run].filter((text) => text.includes('verses.text'));
        assert.equal(reads.length, 1);
        const plan = (await place.sql(`EXPLAIN QUERY PLAN ${reads[0]}`)) as { detail: string }[];
        const steps = plan.map(({ detail }) => detail).filter((detail) => /\bverses\b/.test(detail));
        assert.match(
          steps.join('\n'),
          /^SEARCH verses .*\(revision_id=\? AND book_id=\? AND chapter=\? AND verse=\?\)$/,
        );
        await storage.close();
        await place.drop();
      });
    }

    it('[D31] when a verse of any length is imported, then the import succeeds and the beginning of the verse is found', async () => {
      const place = await createPlace(engine);
      const storage = await place.open();
      const long = Array.from({ length: 50_000 }, (_, index) => `word${index}`).join(' ');
      await storage.editions.import(one('long', `${'x'.repeat(100_000)} ${long}`));
      assert.equal((await find(storage, 'long', 'word0'))?.length, 1);
      assert.equal((await find(storage, 'long', 'x'.repeat(64)))?.length, 1);
      await storage.close();
      await place.drop();
    });
  });
}
