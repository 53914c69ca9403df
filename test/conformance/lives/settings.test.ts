import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import fc from 'fast-check';
import { saveEdition } from '../../../src/editions/save-edition.ts';
import {
  type Api,
  api,
  assertProblem,
  type CreatedLive,
  createTestLive,
  type JsonDocument,
} from '../../support/requests/api.ts';
import { createTestAccount, createTestOrganization, PAGE_ENGINES, smallEdition } from '../../support/server/lectern.ts';
import { useInProcessServer } from '../../support/server/suite-server.ts';

const ENABLED = ['one', 'two', 'three', 'four', 'five'];
const NOT_ENABLED = 'other';
const verses = (count: number) => Object.fromEntries(Array.from({ length: count }, (_, index) => [index + 1, 'text']));

/** Typed reference → English book name and canonical numbers. */
const REFERENCES: Record<string, [typed: string, book: string, rest: string][]> = {
  en: [
    ['John 3:16-18', 'John', ' 3:16-18'],
    ['john 3:16', 'John', ' 3:16'],
    ['jn 3 16', 'John', ' 3:16'],
    ['  John   3:16  ', 'John', ' 3:16'],
    ['John 3:16–18', 'John', ' 3:16-18'],
    ['John 3:16-4:2', 'John', ' 3:16-4:2'],
    ['John 3', 'John', ' 3'],
    ['John', 'John', ''],
    ['1 co 13.4-7', '1 Corinthians', ' 13:4-7'],
    ['1Cor 13:4', '1 Corinthians', ' 13:4'],
    ['First Corinthians 13', '1 Corinthians', ' 13'],
    ['Gen 1:1', 'Genesis', ' 1:1'],
    ['Rev 21:1-4', 'Revelation', ' 21:1-4'],
    ['Ps 23', 'Psalms', ' 23'],
  ],
  pt: [
    ['Jo 3,16', 'John', ' 3:16'],
    ['João 3:16', 'John', ' 3:16'],
    ['João 3,16-18', 'John', ' 3:16-18'],
    ['Gênesis 1', 'Genesis', ' 1'],
    ['1 Coríntios 13:4-7', '1 Corinthians', ' 13:4-7'],
    ['Salmos 23', 'Psalms', ' 23'],
    ['Apocalipse 21', 'Revelation', ' 21'],
  ],
  de: [
    ['Johannes 3,16', 'John', ' 3:16'],
    ['Johannes 3,16-18', 'John', ' 3:16-18'],
    ['1. Mose 1', 'Genesis', ' 1'],
    ['1. Korinther 13,4-7', '1 Corinthians', ' 13:4-7'],
    ['Psalmen 23', 'Psalms', ' 23'],
    ['Offenbarung 21,1-4', 'Revelation', ' 21:1-4'],
  ],
};
/** Texts that are not a reference, or not a clear one. */
const UNREADABLE = ['x', '3:16', 'Hezekiah 3:16', 'the book', '16', ':', '🕯', 'John Smith', '<b>', '%', "'", '\\'];
const AMBIGUOUS = ['J 3', 'Ju 1'];
/** Readable, and in none of the editions. */
const NOWHERE = ['John 3:99', 'John 99', 'Mark 1', 'Matthew'];

for (const engine of PAGE_ENGINES) {
  describe(`[D19] settings on ${engine}`, () => {
    const { lectern } = useInProcessServer({ engine, settings: { LECTERN_LIVES_PER_OWNER: '1000' } });
    let clients: Api[];

    before(async () => {
      const books = {
        1: { 1: verses(3) },
        19: { 23: verses(6) },
        43: { 3: verses(36), 4: verses(3) },
        46: { 13: verses(13) },
        66: { 21: verses(5) },
      };
      await saveEdition(lectern.installation.editions, smallEdition('one', books));
      for (const slug of [...ENABLED.slice(1), NOT_ENABLED]) {
        // Obadiah is only in an edition that is not enabled.
        await saveEdition(
          lectern.installation.editions,
          smallEdition(slug, { [slug === NOT_ENABLED ? 31 : 1]: { 1: verses(2) } }),
        );
      }
      clients = [api(lectern, await createTestOrganization(lectern)), api(lectern, await createTestAccount(lectern))];
      for (const { owner } of clients) {
        for (const slug of ENABLED)
          await lectern.installation.editions.enable({ kind: owner.kind, id: owner.id }, slug);
      }
    });

    /** For an organization and for an account alike. */
    const forEach = async (act: (client: Api, live: CreatedLive) => Promise<void>) => {
      for (const client of clients) await act(client, await createTestLive(client));
    };
    /** One write after another, each with the ETag of the one before. */
    const chain = (client: Api, { path, etag }: CreatedLive) => {
      let ifMatch = etag;
      let sequence = 0;
      return {
        write: async (body: object): Promise<JsonDocument> => {
          const response = await client.patch(`${path}/settings`, body, { ifMatch });
          assert.deepEqual([body, response.status], [body, 200], JSON.stringify(response.body));
          assert.notEqual(response.etag, ifMatch);
          assert.equal(response.body.sequence, ++sequence, 'exactly one step');
          ifMatch = response.etag!;
          const read = await client.get(`${path}/settings`);
          assert.deepEqual([read.body, read.etag], [response.body, response.etag], 'read and write have one shape');
          return response.body;
        },
        refuse: async (body: object, status: number, code: string | RegExp) => {
          const response = await client.patch(`${path}/settings`, body, { ifMatch });
          assert.deepEqual([body, response.status], [body, status], JSON.stringify(response.body));
          assert.match(response.body.code, typeof code === 'string' ? new RegExp(`^${code}$`) : code);
          const read = await client.get(`${path}/settings`);
          assert.deepEqual([read.etag, read.body.sequence], [ifMatch, sequence], 'nothing changed');
        },
      };
    };

    for (const [language, references] of Object.entries(REFERENCES)) {
      it(`when a reference is in ${language}, then it is kept in canonical English form`, async () => {
        const { body: books } = await clients[0]!.get('/v1/books?limit=100');
        const names = new Set(books.data.map(({ names }: JsonDocument) => names.en));
        await forEach(async (client, live) => {
          const settings = chain(client, live);
          for (const [typed, book, rest] of references) {
            assert.ok(names.has(book));
            const { reference } = await settings.write({ reference: typed });
            assert.deepEqual([typed, reference], [typed, book + rest]);
          }
        });
      });
    }

    it('[D32] when a list is set, then it is kept in canonical English form, too; when too long or going past a chapter, then it is 422', async () => {
      await forEach(async (client, live) => {
        const settings = chain(client, live);
        for (const [typed, canonical] of [
          ['Jn 3:16; 4:1', 'John 3:16; 4:1'],
          ['Joh 3,16.18', 'John 3:16, 18'],
          ['jn316', 'John 3:16'],
        ]) {
          assert.equal((await settings.write({ reference: typed })).reference, canonical);
          assert.equal((await settings.write({ reference: canonical })).reference, canonical);
        }
        await settings.refuse({ reference: 'John 3:16-99' }, 422, 'invalid_reference');
        // Longer than what may be sent, once it is written in full.
        await settings.refuse({ reference: '1co13:1;ge1:1;'.repeat(9) }, 422, 'invalid_reference');
      });
    });

    it('when a reference is in canonical form, then that is its own canonical form', async () => {
      await forEach(async (client, live) => {
        const settings = chain(client, live);
        for (const [, book, rest] of Object.values(REFERENCES).flat()) {
          const { reference } = await settings.write({ reference: book + rest });
          assert.equal(reference, book + rest);
        }
      });
    });

    it('when books are named in English, Portuguese and German, then they are read by these names', async () => {
      const client = clients[0]!;
      const { body: books } = await client.get('/v1/books?limit=100');
      const present = new Set([1, 19, 43, 46, 66, 31]);
      const settings = chain(client, await createTestLive(client));
      for (const { names } of books.data.filter(({ id }: JsonDocument) => present.has(id))) {
        for (const name of Object.values<string>(names)) {
          for (const typed of [name, name.toLowerCase(), name.toUpperCase()]) {
            const { reference } = await settings.write({ reference: typed });
            assert.deepEqual([typed, reference], [typed, names.en]);
          }
        }
      }
    });

    it('when null is sent, then the reference is removed; when an empty list is sent, then the translations are', async () => {
      await forEach(async (client, live) => {
        const settings = chain(client, live);
        const set = await settings.write({ reference: 'John 3:16', translations: ['one'] });
        assert.deepEqual(set, { live_id: live.id, sequence: 1, reference: 'John 3:16', translations: ['one'] });
        assert.deepEqual(await settings.write({ reference: null }), { ...set, sequence: 2, reference: null });
        assert.deepEqual(await settings.write({ translations: [] }), {
          ...set,
          sequence: 3,
          reference: null,
          translations: [],
        });
        assert.equal((await settings.write({ reference: null, translations: [] })).sequence, 4);
      });
    });

    it('when a field is not named, then it stays as it is', async () => {
      await forEach(async (client, live) => {
        const settings = chain(client, live);
        await settings.write({ reference: 'John 3:16' });
        assert.equal((await settings.write({ translations: ['two', 'one'] })).reference, 'John 3:16');
        assert.deepEqual((await settings.write({ reference: 'Psalm 23' })).translations, ['two', 'one']);
      });
    });

    it('[D6] when the same values are sent again, then this is one step more', async () => {
      await forEach(async (client, live) => {
        const settings = chain(client, live);
        const body = { reference: 'John 3:16', translations: ['one', 'two'] };
        const first = await settings.write(body);
        assert.deepEqual(await settings.write(body), { ...first, sequence: 2 });
      });
    });

    it('when up to 4 translations are set, then they are kept in the order given', async () => {
      await forEach(async (client, live) => {
        const settings = chain(client, live);
        for (const translations of [['five'], ['two', 'one'], ENABLED.slice(0, 4), ENABLED.slice(1).reverse()]) {
          assert.deepEqual((await settings.write({ translations })).translations, translations);
        }
        await settings.refuse({ translations: ENABLED }, 422, 'invalid_fields');
      });
    });

    it('[D28] when slugs are compared, then case does not matter', async () => {
      await forEach(async (client, live) => {
        const settings = chain(client, live);
        assert.deepEqual((await settings.write({ translations: ['ONE', 'Two'] })).translations, ['one', 'two']);
        await settings.refuse({ translations: ['one', 'ONE'] }, 422, 'invalid_fields');
      });
    });

    it('when a translation is named twice, then the response is 422', async () => {
      await forEach(async (client, live) => {
        const settings = chain(client, live);
        await settings.refuse({ translations: ['one', 'one'] }, 422, 'invalid_fields');
        await settings.refuse({ translations: ['one', 'two', 'three', 'one'] }, 422, 'invalid_fields');
      });
    });

    it('when a slug is unknown or malformed, then the response is 422; when the library does not enable the edition, then it is 403', async () => {
      await forEach(async (client, live) => {
        const settings = chain(client, live);
        for (const slug of ['unknown', 'zz', '', 'x', 'a b', 'öne', 'one ', '../one', 'x'.repeat(33), '\u0000']) {
          await settings.refuse({ translations: [slug] }, 422, /^invalid_/);
          await settings.refuse({ translations: ['one', slug] }, 422, /^invalid_/);
        }
        await settings.refuse({ translations: [NOT_ENABLED] }, 403, 'edition_not_enabled');
        await settings.refuse({ translations: ['one', NOT_ENABLED] }, 403, 'edition_not_enabled');
        await settings.refuse({ translations: [NOT_ENABLED.toUpperCase()] }, 403, 'edition_not_enabled');
      });
    });

    it('when an edition is enabled, then it counts as enabled until it no longer is', async () => {
      await forEach(async (client, live) => {
        const owner = { kind: client.owner.kind, id: client.owner.id };
        const settings = chain(client, live);
        await lectern.installation.editions.enable(owner, NOT_ENABLED);
        await settings.write({ translations: [NOT_ENABLED] });
        await lectern.installation.editions.disable(owner, NOT_ENABLED);
        await settings.refuse({ translations: [NOT_ENABLED] }, 403, 'edition_not_enabled');
      });
    });

    it('when a text is no reference, or not clearly one, then the response is 422', async () => {
      await forEach(async (client, live) => {
        const settings = chain(client, live);
        for (const reference of [...UNREADABLE, ...AMBIGUOUS]) {
          await settings.refuse({ reference }, 422, 'invalid_reference');
        }
      });
    });

    it('when no installed edition has a reference, then the response is 422; when any installed edition has it, then it is kept', async () => {
      await forEach(async (client, live) => {
        const settings = chain(client, live);
        for (const reference of NOWHERE) await settings.refuse({ reference }, 422, 'invalid_reference');
        // It need not be enabled, nor be among the translations.
        const { reference } = await settings.write({ reference: 'Obadiah', translations: ['two'] });
        assert.equal(reference, 'Obadiah');
      });
    });

    it('when a reference is set, then it has 1 to 200 characters', async () => {
      await forEach(async (client, live) => {
        const settings = chain(client, live);
        assert.equal((await settings.write({ reference: 'John 3:16'.padEnd(200) })).reference, 'John 3:16');
        for (const reference of ['', 'John 3:16'.padEnd(201), 'x'.repeat(201), 'x'.repeat(60_000)]) {
          await settings.refuse({ reference }, 422, /^invalid_(fields|reference)$/);
        }
      });
    });

    it('when one field is bad, then the other does not change either', async () => {
      await forEach(async (client, live) => {
        const settings = chain(client, live);
        await settings.refuse({ reference: 'John 3:16', translations: ['unknown'] }, 422, /^invalid_/);
        await settings.refuse({ reference: 'John 3:16', translations: [NOT_ENABLED] }, 403, 'edition_not_enabled');
        await settings.refuse({ reference: 'Nothing 3', translations: ['one'] }, 422, 'invalid_reference');
        const { body } = await client.get(`${live.path}/settings`);
        assert.deepEqual(body, { live_id: live.id, sequence: 0, reference: null, translations: [] });
      });
    });

    it('[States] when a Live is stopped, then its settings can be written, and leave playback and queue as they are', async () => {
      await forEach(async (client, live) => {
        const pushed = await client.post(
          `${live.path}/passages`,
          { passage: 'John 3:16', translations: ['one'] },
          { ifMatch: live.etag },
        );
        const stopped = await client.patch(`${live.path}/playback`, { status: 'stopped' }, { ifMatch: pushed.etag! });
        const read = async () => {
          const playback = (await client.get(`${live.path}/playback`)).body;
          const queue = (await client.get(`${live.path}/queue-items`)).body;
          return [
            { ...playback, sequence: 0 },
            { ...queue, sequence: 0 },
          ];
        };
        const before = await read();
        const written = await client.patch(
          `${live.path}/settings`,
          { reference: 'Psalm 23' },
          { ifMatch: stopped.etag! },
        );
        assert.deepEqual([written.status, written.body.sequence], [200, 3]);
        assert.deepEqual(await read(), before);
      });
    });

    it('when the ETag is stale, then nothing changes', async () => {
      await forEach(async (client, live) => {
        await chain(client, live).write({ reference: 'John 3:16' });
        const stale = await client.patch(`${live.path}/settings`, { reference: null }, { ifMatch: live.etag });
        assertProblem(stale, 412, 'stale_validator');
        assert.equal((await client.get(`${live.path}/settings`)).body.reference, 'John 3:16');
      });
    });

    it('when any text is sent as a reference, then it is kept in canonical form or is 422', async () => {
      const client = clients[0]!;
      let { path, etag } = await createTestLive(client);
      const piece = fc.constantFrom(
        'John',
        'Jo',
        'Johannes',
        ' ',
        '3',
        ':',
        ',',
        '16',
        '-',
        ';',
        '.',
        'Ps',
        '1',
        'f',
        '\u0000',
        'é',
      );
      const text = fc.oneof(
        fc.string({ maxLength: 30 }),
        fc.array(piece, { maxLength: 10 }).map((pieces) => pieces.join('')),
      );
      await fc.assert(
        fc.asyncProperty(text, async (reference) => {
          const response = await client.patch(`${path}/settings`, { reference }, { ifMatch: etag });
          if (response.status === 422) return;
          assert.equal(response.status, 200);
          etag = response.etag!;
          const again = await client.patch(
            `${path}/settings`,
            { reference: response.body.reference },
            { ifMatch: etag },
          );
          assert.deepEqual([again.status, again.body.reference], [200, response.body.reference]);
          etag = again.etag!;
        }),
        { numRuns: 100 },
      );
    });
  });
}
