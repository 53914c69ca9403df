import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { findBookByCode } from '../../../src/domain/scripture/canon.ts';
import type { NormalizedEdition } from '../../../src/editions/normalized-edition.ts';
import { saveEdition } from '../../../src/editions/save-edition.ts';
import { createLiveController, type LiveController } from '../../support/requests/live-controller.ts';
import { createTestOrganization, PAGE_ENGINES, smallEdition } from '../../support/server/lectern.ts';
import { useInProcessServer } from '../../support/server/suite-server.ts';

/** First and last verses by book and chapter. */
type Chapters = Record<string, Record<number, [first: number, last: number]>>;

/** Ends of chapters as English editions number them. */
const ENGLISH: Chapters = {
  GEN: { 31: [1, 55], 32: [1, 32] },
  PSA: { 3: [1, 8], 23: [1, 6], 51: [1, 19], 119: [1, 176] },
  ISA: { 63: [1, 19], 64: [1, 12] },
  JOL: { 2: [26, 32], 3: [1, 21] },
  MAL: { 3: [1, 18], 4: [1, 6] },
  JHN: { 3: [1, 36], 4: [1, 54] },
};
/** Numbers of German editions, which follow the Hebrew. */
const GERMAN: Chapters = {
  GEN: { 31: [1, 54], 32: [1, 33] },
  PSA: { 3: [1, 9], 23: [1, 6], 51: [1, 21], 119: [1, 176] },
  ISA: { 63: [1, 19], 64: [1, 11] },
  JOL: { 2: [26, 27], 3: [1, 5], 4: [1, 21] },
  MAL: { 3: [1, 24] },
  JHN: { 3: [1, 36], 4: [1, 54] },
};
/** The Vulgate's psalms. */
const LATIN: Chapters = { PSA: { 22: [1, 6], 50: [1, 21], 118: [1, 176] } };

/** Daniel with the prayer of Azariah and the song of the three: two ways to number what follows. */
const CATHOLIC: Chapters = { DAN: { 3: [1, 100], 4: [1, 34], 5: [1, 30], 6: [1, 29] } };
const VULGATE: Chapters = { DAN: { 3: [1, 100], 4: [1, 34], 5: [1, 31], 6: [1, 28] } };

const content = (chapters: Chapters, without: readonly string[] = []) =>
  Object.fromEntries(
    Object.entries(chapters).map(([code, spans]) => [
      findBookByCode(code)!.id,
      Object.fromEntries(
        Object.entries(spans).map(([chapter, [first, last]]) => {
          const verses = Array.from({ length: last - first + 1 }, (_, at) => first + at);
          const kept = verses.filter((verse) => !without.includes(`${code} ${chapter}:${verse}`));
          return [chapter, Object.fromEntries(kept.map((verse) => [verse, `${code} ${chapter}:${verse}`]))];
        }),
      ),
    ]),
  );

/** An edition where the verses of one chapter from `first` to `last` are one. */
function withBridge(
  text: NormalizedEdition,
  code: string,
  chapter: number,
  first: number,
  last: number,
): NormalizedEdition {
  const isWithin = (verse: { chapter: number; verse: number }) =>
    verse.chapter === chapter && verse.verse >= first && verse.verse <= last;
  const books = text.books.map((book) => {
    if (book.book_id !== findBookByCode(code)!.id) return book;
    const verses = book.verses.filter((verse) => !isWithin(verse) || verse.verse === first);
    return { ...book, verses: verses.map((verse) => (isWithin(verse) ? { ...verse, last } : verse)) };
  });
  return { ...text, books };
}

for (const engine of PAGE_ENGINES) {
  describe(`parallel texts on ${engine}`, () => {
    const { lectern } = useInProcessServer({ engine });
    let controller: LiveController;

    before(async () => {
      const { editions, administration } = lectern.installation;
      const organization = await createTestOrganization(lectern);
      await saveEdition(editions, smallEdition('english', content(ENGLISH)));
      await saveEdition(editions, smallEdition('german', content(GERMAN), { language: 'de' }));
      await saveEdition(editions, smallEdition('sparse', content(GERMAN, ['JOL 3:1', 'JHN 3:16']), { language: 'de' }));
      await saveEdition(editions, smallEdition('latin', content(LATIN), { language: 'und' }));
      const bridged = withBridge(smallEdition('bridged', content(GERMAN), { language: 'de' }), 'GEN', 32, 1, 2);
      await saveEdition(editions, withBridge(withBridge(bridged, 'PSA', 3, 3, 6), 'JHN', 3, 16, 17));
      await saveEdition(editions, smallEdition('catholic', content(CATHOLIC)));
      await saveEdition(editions, smallEdition('vulgate', content(VULGATE), { language: 'und' }));
      for (const slug of ['english', 'german', 'sparse', 'latin', 'bridged', 'catholic', 'vulgate']) {
        await administration.enableEdition(slug, { organization: organization.id });
      }
      controller = await createLiveController(lectern, organization);
    });

    const toNumbers = (verses: { translation: string; chapter: number; verse: number }[]): string =>
      verses.map(({ translation, chapter, verse }) => `${translation} ${chapter}:${verse}`).join(', ');

    /** The verses that a push shows: "english 2:28, german 3:1". Each text names its number in the edition. */
    const shown = async (passage: unknown, ...translations: string[]): Promise<string> => {
      const response = await controller.send('POST', '/passages', { passage, translations, replace: true });
      assert.equal(response.status, 200, JSON.stringify(response.body));
      const verses = response.body.data as { chapter: number; verse: number; text: string; translation: string }[];
      assert.equal(response.body.affected, verses.length);
      for (const { chapter, verse, text } of verses) assert.ok(text.endsWith(` ${chapter}:${verse}`), text);
      return toNumbers(verses);
    };
    const each = (translation: string, chapter: number, first: number, last: number): string =>
      Array.from({ length: last - first + 1 }, (_, at) => `${translation} ${chapter}:${first + at}`).join(', ');

    it('[D17] when editions number a verse differently, then one reference shows the same verse in each', async () => {
      assert.equal(await shown('Joel 2:28', 'english', 'german'), 'english 2:28, german 3:1');
      assert.equal(await shown('Mal 4:1', 'english', 'german'), 'english 4:1, german 3:19');
      assert.equal(await shown('Ps 51:1', 'english', 'german', 'latin'), 'english 51:1, german 51:3, latin 50:3');
      assert.equal(await shown('John 3:16', 'english', 'german'), 'english 3:16, german 3:16');
    });

    it('[D17] when only a later translation has a number, then it is read as that one numbers it, and all show what stands there', async () => {
      assert.equal(await shown('Joel 4:1', 'english', 'german'), 'english 3:1, german 4:1');
      assert.equal(await shown('Mal 3:19', 'english', 'german', 'sparse'), 'english 4:1, german 3:19, sparse 3:19');
      assert.equal(await shown('Ps 51:21', 'english', 'german'), 'english 51:19, german 51:21');
      assert.equal(await shown('1. Mose 32,33', 'english', 'german'), 'english 32:32, german 32:33');
      // Its numbering has the verse, though it leaves it out: what stands there in another is meant.
      assert.equal(await shown('Joel 3:1', 'sparse', 'english'), 'english 2:28');
    });

    it('[D17] when a reference is read, then it is read as the first translation numbers it', async () => {
      assert.equal(await shown('Joel 3:1', 'english', 'german'), 'english 3:1, german 4:1');
      assert.equal(await shown('Joel 3:1', 'german', 'english'), 'german 3:1, english 2:28');
      assert.equal(await shown('Ps 22:1', 'latin', 'english', 'german'), 'latin 22:1, english 23:1, german 23:1');
      assert.equal(
        await shown({ book_id: findBookByCode('MAL')!.id, chapter: 3, verse: 19 }, 'german', 'english'),
        'german 3:19, english 4:1',
      );
    });

    it('[D17] when some translations do not have the book, then the first one that has it decides', async () => {
      assert.equal(await shown('Joel 3:1', 'latin', 'german', 'english'), 'german 3:1, english 2:28');
    });

    it('[D50] when a passage spans the place where numbers part, then each translation shows it under its own numbers', async () => {
      assert.equal(
        await shown('Joel 2:27-3:1', 'english', 'german'),
        `${each('english', 2, 27, 32)}, english 3:1, german 2:27, ${each('german', 3, 1, 5)}, german 4:1`,
      );
      assert.equal(
        await shown('Mal 4', 'english', 'german'),
        `${each('english', 4, 1, 6)}, ${each('german', 3, 19, 24)}`,
      );
      assert.equal(await shown('Isa 64:1', 'english', 'german'), 'english 64:1, german 63:19');
    });

    it('[D17] when a psalm is shown, then its title comes with it; when only the title is asked for, then it comes only where it is a verse', async () => {
      assert.equal(
        await shown('Psalm 3', 'english', 'german'),
        `${each('english', 3, 1, 8)}, ${each('german', 3, 1, 9)}`,
      );
      assert.equal(await shown('Ps 3:1', 'german', 'english'), 'german 3:1');
      assert.equal(await shown('Ps 3:1-2', 'german', 'english'), 'german 3:1, german 3:2, english 3:1');
    });

    it('[D17] when an edition does not have a verse, then the verse is skipped there', async () => {
      assert.equal(await shown('Joel 2:28', 'english', 'sparse', 'german'), 'english 2:28, german 3:1');
      assert.equal(await shown('Joel 2:28-29', 'english', 'sparse'), 'english 2:28, english 2:29, sparse 3:2');
      assert.equal(await shown('John 3:16', 'sparse', 'english'), 'english 3:16', 'also in the first');
      assert.equal(
        await shown('Joel 3:1', 'sparse', 'english'),
        'english 2:28',
        'and the numbers are the first’s all the same',
      );
      await controller.refused(422, 'invalid_reference', () =>
        controller.send('POST', '/passages', { passage: 'Joel 2:28', translations: ['german', 'sparse'] }),
      );
    });

    it('[D17] when each of the numbers of a bridge is used, then it hits the bridge, which is there once', async () => {
      assert.equal(await shown('Gen 32:2', 'bridged', 'english'), 'bridged 32:1, english 32:1');
      assert.equal(await shown('Gen 32:1', 'bridged', 'english'), 'bridged 32:1, english 31:55');
      assert.equal(await shown('Gen 32:1-3', 'bridged'), 'bridged 32:1, bridged 32:3');
      assert.equal(await shown('Gen 32:1', 'english', 'bridged'), 'english 32:1, bridged 32:1');
      assert.equal(await shown('Gen 31:55', 'english', 'bridged'), 'english 31:55, bridged 32:1');
      assert.equal(
        await shown('Gen 31:55-32:2', 'english', 'bridged', 'german'),
        `english 31:55, english 32:1, english 32:2, bridged 32:1, bridged 32:3, ${each('german', 32, 1, 3)}`,
      );
      assert.equal(await shown('Ps 3:4-5', 'english', 'bridged'), 'english 3:4, english 3:5, bridged 3:3');
      assert.equal(await shown('Ps 3:6', 'bridged', 'german'), 'bridged 3:3, german 3:6');
      assert.equal(
        await shown('Psalm 3', 'bridged'),
        'bridged 3:1, bridged 3:2, bridged 3:3, bridged 3:7, bridged 3:8, bridged 3:9',
      );
    });

    it('[D30] when a bridge is shown, then it looks like any other verse, and a reference to each of its numbers can be kept', async () => {
      const show = async (passage: string) =>
        (await controller.send('POST', '/passages', { passage, translations: ['bridged'] })).body.data[0];
      assert.deepEqual(Object.keys(await show('Gen 32:2')).sort(), Object.keys(await show('Gen 32:3')).sort());
      assert.equal((await controller.send('PATCH', '/settings', { reference: 'Genesis 32:2' })).status, 200);
    });

    it('[D17] when words are only in some editions, then they line up among these', async () => {
      assert.equal(
        await shown('Dan 3:52-53', 'catholic', 'vulgate'),
        'catholic 3:52, catholic 3:53, vulgate 3:52, vulgate 3:53',
      );
      assert.equal(
        await shown('Dan 3', 'vulgate', 'catholic'),
        `${each('vulgate', 3, 1, 100)}, ${each('catholic', 3, 1, 100)}`,
      );
    });

    /** Lectern-Skipped of a push. */
    const skipped = async (passage: string, ...translations: string[]) => {
      const response = await controller.send('POST', '/passages', { passage, translations, replace: true });
      assert.equal(response.status, 200, JSON.stringify(response.body));
      return response.headers.get('lectern-skipped');
    };

    it('[D17] when translations have nothing of the passage, then the response names them', async () => {
      assert.equal(await skipped('John 3:16', 'english', 'sparse'), 'sparse');
      assert.equal(
        await skipped('John 3:16', 'sparse', 'english', 'latin'),
        'sparse, latin',
        'also for want of the book',
      );
      assert.equal(await skipped('John 3:16', 'english', 'german'), null);
      await controller.send('PATCH', '/settings', { translations: ['english', 'sparse'] });
      const reference = { book_id: findBookByCode('JHN')!.id, chapter: 3, verse: 16 };
      const configured = await controller.send('POST', '/stack', { reference });
      assert.equal(configured.headers.get('lectern-skipped'), 'sparse');
      const named = await controller.send('POST', '/stack', { reference: { ...reference, translation: 'english' } });
      assert.equal(named.headers.get('lectern-skipped'), null, 'no request was for another');
    });

    it('[D17] when one translation has verses and another does not, then the response names the verses', async () => {
      assert.equal(await skipped('John 3:16-17', 'english', 'sparse'), 'sparse;count=1;verses="3:16"');
      assert.equal(
        await skipped('John 3:15-17', 'sparse', 'english'),
        'sparse;count=1;verses="3:16"',
        'also the first',
      );
      assert.equal(
        await skipped('John 3:15-17', 'sparse', 'german', 'latin', 'english'),
        'sparse;count=1;verses="3:16", latin',
        'once, though two have it',
      );
      for (const order of [
        'english sparse bridged',
        'sparse bridged english',
        'bridged english sparse',
        'bridged sparse',
      ]) {
        const notice = await skipped('John 3:16-17', ...order.split(' '));
        assert.equal(notice, 'sparse;count=1;verses="3:16"', `half of a bridge: ${order}`);
      }
      assert.equal(await skipped('John 3', 'english', 'german', 'bridged'), null);
      assert.equal(await skipped('John 3:16-17', 'sparse'), null, 'there is no other');
      assert.equal(await skipped('Joel 2:27-29', 'english', 'sparse'), 'sparse;count=1;verses="2:28"');
      assert.equal(
        await skipped('Joel 2:27-3:2', 'sparse', 'english'),
        'sparse;count=1;verses="2:28"',
        'as the other has it',
      );
      // The same words under other numbers are not lacking.
      assert.equal(await skipped('Joel 2:26-3:5', 'english', 'german'), null);
      assert.equal(await skipped('Malachi 3:16-4:6', 'english', 'german'), null);
      assert.equal(await skipped('Psalm 3', 'german', 'english'), null, 'the title is in the first verse');
    });

    it('[Stack operations] when a whole book is pushed, then all of it comes in each translation', async () => {
      await controller.send('DELETE', '/stack');
      await controller.send('PATCH', '/settings', { translations: ['english', 'german'] });
      const { data } = await controller.push({ book_id: findBookByCode('JOL')!.id });
      assert.equal(
        toNumbers(data),
        [
          each('english', 2, 26, 32),
          each('english', 3, 1, 21),
          each('german', 2, 26, 27),
          each('german', 3, 1, 5),
          each('german', 4, 1, 21),
        ].join(', '),
      );
    });

    it('[Stack operations] when a push uses the Live’s own translations, then it lines up too; with one translation it is as it was', async () => {
      await controller.send('PATCH', '/settings', { translations: ['german', 'english'] });
      const joel = { book_id: findBookByCode('JOL')!.id, chapter: 3, verse: 5 };
      assert.equal(toNumbers((await controller.push(joel)).data), 'german 3:5, english 2:32');
      assert.equal(toNumbers((await controller.push({ ...joel, translation: 'english' })).data), 'english 3:5');
      assert.equal(toNumbers((await controller.push({ ...joel, translation: 'german' })).data), 'german 3:5');
    });
  });
}
