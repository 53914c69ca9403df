import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { findBookByCode } from '../../../src/domain/scripture/canon.ts';
import { saveEdition } from '../../../src/editions/save-edition.ts';
import { type Api, api } from '../../support/requests/api.ts';
import { createLiveController, type LiveController } from '../../support/requests/live-controller.ts';
import { createTestOrganization, PAGE_ENGINES, smallEdition } from '../../support/server/lectern.ts';
import { useInProcessServer } from '../../support/server/suite-server.ts';

/** Verses of each chapter by book; a chapter that is not named is not there. */
type Chapters = Record<string, Record<number, number>>;

const counted = (counts: string, first = 1): Record<number, number> =>
  Object.fromEntries(counts.split(' ').map((count, at) => [first + at, Number(count)]));

const DANIEL = '21 49 30 37 31 28 28 27 27 21 45 13';
const ESTHER = '22 23 15 17 14 14 10 17 32';
/** Books of their own, as in English Bibles with the Apocrypha. */
const APART: Chapters = {
  DAN: counted(DANIEL),
  S3Y: { 1: 68 },
  SUS: { 1: 64 },
  BEL: { 1: 42 },
  EST: counted(`${ESTHER} 3`),
  ESG: counted('12 6 18 19 16 24', 11),
  BAR: counted('22 35 37 37 9'),
  LJE: { 1: 73 },
  PSA: { 23: 6, 150: 6 },
  PS2: { 1: 7 },
  '3JN': { 1: 14 },
};
/** Parts of the books that they belong to, as in the Vulgate. */
const VULGATE: Chapters = {
  DAN: counted('21 49 100 34 31 28 28 27 27 21 45 13 65 42'),
  EST: counted(`${ESTHER} 13 12 6 18 19 19 24`),
  BAR: counted('22 35 38 37 9 72'),
  '3JN': { 1: 15 },
};
/** The books of current Catholic Bibles, and Psalm 151 of Orthodox ones. */
const CATHOLIC: Chapters = {
  DAN: counted('21 49 100 34 30 29 28 27 27 21 45 13 64 43'),
  BAR: counted('22 35 38 37 9 73'),
  PSA: { 22: 6, 150: 6, 151: 7 },
};
/** Neither Daniel nor Esther but the Greek ones. */
const GREEK: Chapters = { DAG: counted('21 49 100 34 30 29 28 27 27 21 45 13 64 42'), ESG: counted(`${ESTHER} 3`) };
/** No Apocrypha at all. */
const SHORT: Chapters = { DAN: counted(DANIEL), EST: counted(`${ESTHER} 3`) };

const content = (chapters: Chapters) =>
  Object.fromEntries(
    Object.entries(chapters).map(([code, counts]) => [
      findBookByCode(code)!.id,
      Object.fromEntries(
        Object.entries(counts).map(([chapter, count]) => [
          chapter,
          Object.fromEntries(Array.from({ length: count }, (_, at) => [at + 1, `${code} ${chapter}:${at + 1}`])),
        ]),
      ),
    ]),
  );

for (const engine of PAGE_ENGINES) {
  describe(`texts that stand in other books on ${engine}`, () => {
    const { lectern } = useInProcessServer({ engine });
    let controller: LiveController;
    let client: Api;

    before(async () => {
      const { editions, administration } = lectern.installation;
      const organization = await createTestOrganization(lectern);
      const all = { apart: APART, vulgate: VULGATE, catholic: CATHOLIC, greek: GREEK, short: SHORT };
      for (const [slug, chapters] of Object.entries(all)) {
        await saveEdition(editions, smallEdition(slug, content(chapters)));
        await administration.enableEdition(slug, { organization: organization.id });
      }
      controller = await createLiveController(lectern, organization);
      client = api(lectern, organization);
    });

    const push = (passage: unknown, translations: readonly string[]) =>
      controller.send('POST', '/passages', { passage, translations, replace: true });
    /** "apart SUS 1:5, vulgate DAN 13:5" */
    const shown = async (passage: unknown, ...translations: string[]): Promise<string> => {
      const { status, body } = await push(passage, translations);
      assert.equal(status, 200, JSON.stringify(body));
      const verses = body.data as { translation: string; text: string; chapter: number; verse: number }[];
      for (const { text, chapter, verse } of verses) assert.ok(text.endsWith(` ${chapter}:${verse}`), text);
      return verses.map(({ translation, text }) => `${translation} ${text}`).join(', ');
    };

    const SAME: [passage: string, translations: string, shown: string][] = [
      [
        'Susanna 5',
        'apart vulgate catholic greek',
        'apart SUS 1:5, vulgate DAN 13:5, catholic DAN 13:5, greek DAG 13:5',
      ],
      ['Daniel 13:5', 'vulgate apart greek', 'vulgate DAN 13:5, apart SUS 1:5, greek DAG 13:5'],
      ['Bel 1:1', 'apart vulgate catholic', 'apart BEL 1:1, vulgate DAN 13:65, catholic DAN 14:1'],
      ['Bel 2', 'apart vulgate catholic', 'apart BEL 1:2, vulgate DAN 14:1, catholic DAN 14:2'],
      ['Daniel 14:41', 'vulgate apart catholic', 'vulgate DAN 14:41, apart BEL 1:42, catholic DAN 14:42'],
      ['Song of the Three 1:1', 'apart vulgate greek', 'apart S3Y 1:1, vulgate DAN 3:24, greek DAG 3:24'],
      ['Song of the Three 68', 'apart catholic', 'apart S3Y 1:68, catholic DAN 3:90'],
      ['Daniel 3:52', 'catholic apart', 'catholic DAN 3:52, apart S3Y 1:29, apart S3Y 1:30'],
      ['Song of the Three 30', 'apart catholic', 'apart S3Y 1:30, catholic DAN 3:52'],
      ['Song of the Three 47', 'apart catholic', 'apart S3Y 1:47, catholic DAN 3:71'],
      ['Daniel 3:23-24', 'catholic apart', 'catholic DAN 3:23, catholic DAN 3:24, apart DAN 3:23, apart S3Y 1:1'],
      ['Daniel 3:91', 'catholic apart', 'catholic DAN 3:91, apart DAN 3:24'],
      ['Daniel 3:24', 'apart catholic', 'apart DAN 3:24, catholic DAN 3:91'],
      ['Daniel 5:1', 'short greek apart', 'short DAN 5:1, greek DAG 5:1, apart DAN 5:1'],
      ['Baruch 6:1', 'vulgate apart', 'vulgate BAR 6:1, apart LJE 1:1, apart LJE 1:2'],
      ['Baruch 6:2', 'vulgate apart catholic', 'vulgate BAR 6:2, apart LJE 1:3, catholic BAR 6:3'],
      ['Letter of Jeremiah 73', 'apart vulgate catholic', 'apart LJE 1:73, vulgate BAR 6:72, catholic BAR 6:73'],
      ['Esther 11:2', 'vulgate apart', 'vulgate EST 11:2, apart ESG 11:2'],
      ['Esther (Greek) 16:24', 'apart vulgate', 'apart ESG 16:24, vulgate EST 16:24'],
      ['Esther 4:14', 'apart vulgate greek', 'apart EST 4:14, vulgate EST 4:14, greek ESG 4:14'],
      ['Psalm 151:3', 'apart catholic', 'apart PS2 1:3, catholic PSA 151:3'],
      // Where no edition has the book itself.
      ['Psalm 151:3', 'catholic', 'catholic PSA 151:3'],
      ['Psalm 151:3', 'short catholic', 'catholic PSA 151:3'],
      ['Susanna 5', 'vulgate catholic', 'vulgate DAN 13:5, catholic DAN 13:5'],
      ['Bel 2', 'vulgate', 'vulgate DAN 14:1'],
      ['Letter of Jeremiah 2', 'vulgate', 'vulgate BAR 6:1'],
      ['3 John 14', 'apart vulgate', 'apart 3JN 1:14, vulgate 3JN 1:14, vulgate 3JN 1:15'],
    ];
    for (const [passage, translations, expected] of SAME) {
      it(`[D17] ${passage} in ${translations}: ${expected}`, async () => {
        assert.equal(await shown(passage, ...translations.split(' ')), expected);
      });
    }

    it('[D17] when Psalm 151 is pushed, then it is read in the numbering of the first translation', async () => {
      const psalm = { book_id: findBookByCode('PSA')!.id, chapter: 151, verse: 7 };
      assert.equal(await shown(psalm, 'catholic', 'apart'), 'catholic PSA 151:7, apart PS2 1:7');
    });

    it('[D17] when Susanna or a chapter that is a book elsewhere is pushed, then all of it is shown', async () => {
      const { body } = await push('Susanna', ['apart', 'vulgate']);
      assert.equal(body.affected, 128);
      assert.equal((await push('Daniel 13', ['catholic', 'apart'])).body.affected, 128);
      const additions = await push('Daniel 3', ['catholic', 'apart', 'short']);
      // 3:98–100 are the first verses of chapter 4 elsewhere.
      assert.equal(additions.body.affected, 100 + 33 + 68 + 33);
    });

    it('[D32] when an edition has a verse in another book, then the verse exists', async () => {
      const set = await controller.send('PATCH', '/settings', { translations: ['vulgate'] });
      assert.equal(set.status, 200);
      const exists = async (q: string) => {
        const { body } = await client.get(`/v1/references?q=${encodeURIComponent(q)}&live_id=${controller.id}`);
        return body.data[0].exists;
      };
      for (const q of ['Susanna 5', 'Daniel 13:5', 'Bel 2', 'Letter of Jeremiah 2', 'Esther 16:24']) {
        assert.equal(await exists(q), true, q);
      }
      for (const q of ['Susanna 65', 'Psalm 151', 'Daniel 15']) assert.equal(await exists(q), false, q);
    });

    it('[D17] when a text stands in another book, then it is not skipped; when it stands nowhere, then it is, and the response says so', async () => {
      const skipped = async (passage: string, ...translations: string[]) =>
        (await push(passage, translations)).headers.get('lectern-skipped');
      assert.equal(await skipped('Daniel 3', 'catholic', 'apart'), null);
      assert.equal(await skipped('Susanna', 'apart', 'vulgate', 'greek'), null);
      assert.equal(await skipped('Baruch 6', 'vulgate', 'apart'), null);
      assert.equal(await skipped('Daniel 13', 'catholic', 'short'), 'short');
      assert.equal(await skipped('Daniel 3:23-25', 'catholic', 'short'), 'short;count=2;verses="3:24-25"');
    });

    it('[D17] when POST stack has an explicit translation, then a verse is exactly one, in the books of that translation', async () => {
      await controller.send('DELETE', '/stack');
      await controller.send('PATCH', '/settings', { translations: ['catholic', 'apart'] });
      const daniel = { book_id: findBookByCode('DAN')!.id, chapter: 3, verse: 52 };
      const texts = async (reference: object) =>
        (await controller.push(reference as { book_id: number })).data.map(({ text }: { text: string }) => text);
      assert.deepEqual(await texts(daniel), ['DAN 3:52', 'S3Y 1:29', 'S3Y 1:30']);
      assert.deepEqual(await texts({ ...daniel, translation: 'catholic' }), ['DAN 3:52']);
      assert.deepEqual(
        await texts({ book_id: findBookByCode('3JN')!.id, chapter: 1, verse: 14, translation: 'vulgate' }),
        ['3JN 1:14'],
      );
      const song = { book_id: findBookByCode('S3Y')!.id, chapter: 1, verse: 30 };
      assert.deepEqual(await texts({ ...song, translation: 'catholic' }), ['DAN 3:52']);
      for (const reference of [
        { ...daniel, translation: 'apart' },
        { ...song, translation: 'short' },
        { ...song, verse: 69, translation: 'catholic' },
      ]) {
        await controller.refused(422, 'invalid_reference', () => controller.send('POST', '/stack', { reference }));
      }
    });
  });
}
