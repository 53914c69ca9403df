import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { liveRecord } from '../support/requests/live-state.ts';
import { ENGINES } from '../support/server/lectern.ts';
import { createOwners, edition, useStorage } from './place.ts';

const VERSES = 12_000;
const BATCH = 1_000;

const books = (word: string) => [
  {
    bookId: 1,
    name: 'Genesis',
    verses: Array.from({ length: VERSES }, (_, index) => ({
      chapter: 1 + Math.floor(index / 100),
      verse: 1 + (index % 100),
      text: `${word} ${index}`,
    })),
  },
];

for (const engine of ENGINES) {
  describe(`imports and deletions of edition texts beside other work, on ${engine}`, () => {
    const { place, storage, reopen } = useStorage(engine);

    /** The stored rows of texts, whichever edition uses them. */
    const kept = async () => ({
      verses: await rowsOf('verses'),
      books: await rowsOf('edition_books'),
      stray: await rowsOf("installation WHERE key LIKE 'stray text/%'"),
    });
    const rowsOf = async (tables: string) => {
      const [row] = await place.sql(`SELECT count(*) AS rows FROM ${tables}`);
      return Number((row as { rows: number }).rows);
    };
    const removeAllStray = async () => {
      while ((await storage.editions.deleteOrphanedTexts(BATCH)) === BATCH);
    };

    it('when a text is being imported, then other writes do not wait for all of it', async () => {
      const { account } = await createOwners(storage);
      let over = false;
      const importing = storage.editions.import(edition('slow', { books: books('slow') })).finally(() => {
        over = true;
      });
      for (let written = 0; written < 5; written++) {
        assert.equal(await storage.lives.create(liveRecord(account), 1_000, null), 'created');
        assert.equal(over, false, `${written} writes`);
      }
      await importing;
      assert.equal((await storage.editions.find('slow'))?.bookIds.length, 1);
      assert.deepEqual(await kept(), { verses: VERSES, books: 1, stray: 0 });
    });

    it('when a text is imported again, then the previous one is deleted; when the edition is removed, then the last one is deleted', async () => {
      const [first, second] = [
        edition('again', { books: books('first') }),
        edition('again', { books: books('second') }),
      ];
      await storage.editions.import(first);
      await storage.editions.import(second);
      assert.equal(await storage.editions.findBook(first.id, 1), null);
      assert.equal((await storage.editions.findBook(second.id, 1))?.verses.length, VERSES);
      assert.deepEqual(await kept(), { verses: 2 * VERSES, books: 2, stray: 0 });
      assert.equal(await storage.editions.remove('again'), 'removed');
      assert.deepEqual(await kept(), { verses: VERSES, books: 1, stray: 0 });
    });

    it('when one edition is imported twice at once, then one text remains', async () => {
      const twice = [edition('twice', { books: books('one') }), edition('twice', { books: books('two') })];
      await Promise.all(twice.map((each) => storage.editions.import(each)));
      const current = await storage.editions.currentRevision('twice');
      assert.ok(twice.some(({ id }) => id === current));
      assert.equal((await storage.editions.findBook(current!, 1))?.verses.length, VERSES);
      assert.deepEqual(await kept(), { verses: 2 * VERSES, books: 2, stray: 0 });
    });

    it('when a sweep runs during an import, then it does not touch the incoming text', async () => {
      const importing = storage.editions.import(edition('swept', { books: books('swept') }));
      let over = false;
      importing.finally(() => {
        over = true;
      });
      while (!over) {
        await storage.editions.deleteOrphanedTexts(BATCH);
        await new Promise(setImmediate);
      }
      await importing;
      const current = await storage.editions.currentRevision('swept');
      assert.equal((await storage.editions.findBook(current!, 1))?.verses.length, VERSES);
    });

    // On SQLite the words are counted between transactions.
    if (engine === 'postgres') {
      it('when counting the words takes long, then the import does not lose its transaction', async () => {
        const counted = edition('counted', { books: [{ bookId: 1, name: 'Genesis', verses: [] }] });
        const { books } = counted;
        let reads = 0;
        Object.defineProperty(counted, 'books', {
          get() {
            // The text is stored, indexed, and counted.
            if (++reads === 3) Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 5_500);
            return books;
          },
        });
        await storage.editions.import(counted);
        assert.ok(reads >= 3, `${reads} reads`);
        assert.equal(await storage.editions.currentRevision('counted'), counted.id);
      });
    }

    // On PostgreSQL an import is one transaction, which an interruption rolls back.
    if (engine === 'postgres') return;

    it('when an import is interrupted, then the edition is unchanged, and nothing of the import is left after the next sweep', async () => {
      await storage.editions.import(edition('cut', { books: books('whole') }));
      const before = await kept();
      const whole = (await storage.editions.currentRevision('cut'))!;
      const outcome = storage.editions.import(edition('cut', { books: books('half') })).then(
        () => 'imported',
        () => 'cut off',
      );
      // Two batches have been imported.
      for (let turn = 0; turn < 4; turn++) await storage.editions.find('cut');
      await storage.close();
      assert.equal(await outcome, 'cut off');
      await reopen();
      assert.ok((await kept()).verses > before.verses);
      assert.equal(await storage.editions.currentRevision('cut'), whole);
      assert.equal((await storage.editions.findBook(whole, 1))?.verses[0]?.text, 'whole 0');
      await removeAllStray();
      assert.deepEqual(await kept(), before);
    });
  });
}
