import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { saveEdition } from '../../../src/editions/save-edition.ts';
import { type Api, api, assertProblem, type JsonDocument } from '../../support/requests/api.ts';
import { createTestAccount, createTestOrganization, PAGE_ENGINES, smallEdition } from '../../support/server/lectern.ts';
import { type OwnedLive, useInProcessServer } from '../../support/server/suite-server.ts';

const MALACHI = 39;
const MATTHEW = 40;

/** A book with so many verses in each chapter, each of which says where it stands. */
const book = (slug: string, counts: readonly number[], without: readonly string[] = []) =>
  Object.fromEntries(
    counts.map((count, at) => [
      at + 1,
      Object.fromEntries(
        Array.from({ length: count }, (_, verse) => [verse + 1, `${slug} ${at + 1}:${verse + 1}`]).filter(
          ([verse]) => !without.includes(`${at + 1}:${verse}`),
        ),
      ),
    ]),
  );

/**
 * "eng" has four chapters of Malachi and a Matthew, "heb" numbers the fourth as the end of the third, "gap" has no 1:3.
 */
const EDITIONS = [
  smallEdition('eng', { [MALACHI]: book('eng', [14, 17, 18, 6]), [MATTHEW]: book('eng', [25, 23]) }),
  smallEdition('heb', { [MALACHI]: book('heb', [14, 17, 24]) }),
  smallEdition('gap', { [MALACHI]: book('gap', [14, 17, 18, 6], ['1:3']) }),
];

for (const engine of PAGE_ENGINES) {
  describe(`chapters in the translations of a Live, on ${engine}`, () => {
    const world = useInProcessServer({ engine, editions: EDITIONS });
    let live: OwnedLive;
    let client: Api;
    before(async () => {
      live = await world.openLive();
      client = api(world.lectern, live.owner);
    });

    const get = (book: number | string, chapter: number | string, translations?: string) => {
      const query = translations === undefined ? '' : `?translations=${translations}`;
      return client.get(`/v1/lives/${live.liveId}/chapters/${book}/${chapter}${query}`);
    };
    const read = async (...asked: Parameters<typeof get>): Promise<JsonDocument> => {
      const { status, body } = await get(...asked);
      assert.equal(status, 200, JSON.stringify(body));
      return body;
    };
    const toLines = ({ lines }: JsonDocument): string[] =>
      lines.map(
        ({ verse, texts }: JsonDocument) => `${verse}: ${texts.map(({ text }: JsonDocument) => text).join(' | ')}`,
      );

    it('[D59] when a chapter is read, then it has its lines in the translations of the Live, and its neighbours', async () => {
      const chapter = await read(MALACHI, 2);
      assert.deepEqual(Object.keys(chapter), ['book_id', 'book', 'chapter', 'previous', 'next', 'chapters', 'lines']);
      assert.deepEqual(
        { ...chapter, lines: chapter.lines.slice(0, 1) },
        {
          book_id: MALACHI,
          book: `Book ${MALACHI}`,
          chapter: 2,
          previous: { book_id: MALACHI, chapter: 1 },
          next: { book_id: MALACHI, chapter: 3 },
          chapters: [1, 2, 3, 4],
          lines: [
            {
              verse: 1,
              texts: [{ translation: 'eng', language_tag: 'en', chapter: 2, verse: 1, text: 'eng 2:1' }],
            },
          ],
        },
      );
      assert.equal(chapter.lines.length, 17);
    });

    it('[D59] when a chapter ends or begins the book, then its neighbour is of the next book, or null at the ends of the edition', async () => {
      const neighbours = async (book: number, chapter: number) => {
        const { previous, next } = await read(book, chapter);
        return [previous, next];
      };
      assert.deepEqual(await neighbours(MALACHI, 1), [null, { book_id: MALACHI, chapter: 2 }]);
      assert.deepEqual(await neighbours(MALACHI, 4), [
        { book_id: MALACHI, chapter: 3 },
        { book_id: MATTHEW, chapter: 1 },
      ]);
      assert.deepEqual(await neighbours(MATTHEW, 1), [
        { book_id: MALACHI, chapter: 4 },
        { book_id: MATTHEW, chapter: 2 },
      ]);
      assert.deepEqual(await neighbours(MATTHEW, 2), [{ book_id: MATTHEW, chapter: 1 }, null]);
    });

    it('[D59] [D53] when translations number verses differently, then each line has what stands at the same place', async () => {
      const chapter = await read(MALACHI, 4, 'eng,heb');
      assert.deepEqual(
        toLines(chapter),
        [1, 2, 3, 4, 5, 6].map((verse) => `${verse}: eng 4:${verse} | heb 3:${18 + verse}`),
      );
      assert.deepEqual(chapter.lines[0].texts[1], {
        translation: 'heb',
        language_tag: 'en',
        chapter: 3,
        verse: 19,
        text: 'heb 3:19',
      });
      assert.equal(toLines(await read(MALACHI, 3, 'heb,eng')).at(-1), '24: heb 3:24 | eng 4:6');
    });

    it('[D59] when only a later translation numbers the chapter, then the lines have its numbers', async () => {
      const chapter = await read(MALACHI, 4, 'heb,eng');
      assert.deepEqual(toLines(chapter).slice(0, 2), ['1: heb 3:19 | eng 4:1', '2: heb 3:20 | eng 4:2']);
      assert.deepEqual(chapter.next, { book_id: MATTHEW, chapter: 1 });
    });

    it('[D59] when the first translation lacks a verse, then its line stands in its place', async () => {
      assert.deepEqual(toLines(await read(MALACHI, 1, 'gap,eng')).slice(0, 4), [
        '1: gap 1:1 | eng 1:1',
        '2: gap 1:2 | eng 1:2',
        '3: eng 1:3',
        '4: gap 1:4 | eng 1:4',
      ]);
    });

    it('[D59] when no translation has the chapter, then it is 404', async () => {
      for (const [book, chapter] of [
        [MALACHI, 5],
        [MALACHI, 0],
        [1, 1],
        [0, 1],
        [9999, 1],
        ['malachi', 1],
        [MALACHI, '1.5'],
        [MALACHI, '99999999999'],
      ] as const) {
        assertProblem(await get(book, chapter), 404, 'not_found');
      }
      assertProblem(await get(MALACHI, 4, 'heb'), 404, 'not_found');
    });

    it('[D59] when translations are named wrongly, then it is refused', async () => {
      for (const translations of ['', 'nope', 'eng,', 'eng,ENG', 'eng,heb,gap,eng2,eng3']) {
        assertProblem(await get(MALACHI, 1, translations), 422, 'invalid_fields');
      }
      assert.deepEqual(toLines(await read(MALACHI, 1, 'HEB')).slice(0, 1), ['1: heb 1:1']);
    });

    it('[D59] [D29] when a translation is not enabled, then it is refused where it is named, and left out where the Live has it', async () => {
      await saveEdition(world.lectern.installation.editions, smallEdition('late', { [MALACHI]: book('late', [14]) }));
      assertProblem(await get(MALACHI, 1, 'late'), 403, 'edition_not_enabled');
      const other = await world.openLive();
      const own = api(world.lectern, other.owner);
      await other.write('PATCH', '/settings', { translations: ['eng', 'heb'] });
      await own.delete(`/v1/organizations/${other.owner.id}/translations/eng`);
      const { body } = await own.get(`/v1/lives/${other.liveId}/chapters/${MALACHI}/1`);
      assert.deepEqual(toLines(body).slice(0, 1), ['1: heb 1:1']);
    });

    it('[D59] when the Live has no translations, then the chapter is in one that has it', async () => {
      const other = await world.openLive();
      await other.write('PATCH', '/settings', { translations: [] });
      const own = api(world.lectern, other.owner);
      const lines = async (book: number) =>
        toLines((await own.get(`/v1/lives/${other.liveId}/chapters/${book}/1`)).body).slice(0, 1);
      assert.deepEqual(await lines(MALACHI), ['1: eng 1:1']);
      await own.delete(`/v1/organizations/${other.owner.id}/translations/eng`);
      assert.deepEqual(await lines(MALACHI), ['1: gap 1:1']);
    });

    it('[D59] [D4] when the Live is another owner’s, then it is 404, before anything of the chapter is judged', async () => {
      for (const owner of [await createTestOrganization(world.lectern), await createTestAccount(world.lectern)]) {
        const path = `/v1/lives/${live.liveId}/chapters/0/0?translations=nope`;
        assertProblem(await api(world.lectern, owner).get(path), 404, 'not_found');
      }
    });
  });
}
