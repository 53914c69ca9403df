import assert from 'node:assert/strict';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { before, describe, it } from 'node:test';
import { Client } from 'pg';
import { KNOWN_EDITIONS } from '../../../src/editions/known-editions.ts';
import { saveEdition } from '../../../src/editions/save-edition.ts';
import { type Api, api, assertProblem, createTestLive, type JsonDocument } from '../../support/requests/api.ts';
import {
  createTestAccount,
  createTestOrganization,
  PAGE_ENGINES,
  smallEdition,
  type TestLectern,
} from '../../support/server/lectern.ts';
import { useInProcessServer } from '../../support/server/suite-server.ts';

const RIGHTS = {
  edition: 'An edition with all there is to say',
  rights_status: 'Licensed',
  source_url: 'https://example.org/full',
  attribution: 'Full edition, by permission',
  license_id: 'CC-BY-4.0',
  license_url: 'https://creativecommons.org/licenses/by/4.0/',
  copyright: '© 2020 Publisher',
  change_notice: 'Headings left out',
};
const PROVENANCE = { archive_sha256: 'a'.repeat(64), reviewed_on: '2026-01-31', source_id: 'full-2020' };
const TEXT = { 43: { 3: { 16: 'For God so loved the world' } } };
/** In the order in which they are listed. */
const SLUGS = ['alpha', 'beta-2', 'delta', 'full', 'gamma', 'known-only', 'zeta'];
const NOT_INSTALLED = 'known-only';
/** With the editions that every installation knows. */
const ALL_SLUGS = [...SLUGS, ...KNOWN_EDITIONS.map(({ slug }) => slug)].sort();

/** No operation of this version makes an edition known without its text: so it is written where editions are kept. */
async function makeKnown({ engine, config }: TestLectern): Promise<void> {
  const { rights } = smallEdition(NOT_INSTALLED, {});
  const provenance = { archive_sha256: null, reviewed_on: null, source_id: null };
  const values = [NOT_INSTALLED, `Edition ${NOT_INSTALLED}`, 'de', JSON.stringify(rights), JSON.stringify(provenance)];
  const columns = 'INSERT INTO editions (slug, name, language, rights, provenance, revision_id) VALUES';
  if (engine === 'sqlite') {
    const database = new DatabaseSync(join(config.dataDir, 'lectern.db'));
    database.prepare(`${columns} (?, ?, ?, ?, ?, NULL)`).run(...values);
    return database.close();
  }
  const client = new Client({ connectionString: config.databaseUrl! });
  await client.connect();
  await client.query(`${columns} ($1, $2, $3, $4, $5, NULL)`, values);
  await client.end();
}

for (const engine of PAGE_ENGINES) {
  describe(`books and editions on ${engine}`, () => {
    const { lectern } = useInProcessServer({ engine });
    let clients: Api[];

    before(async () => {
      const full = { rights: RIGHTS, provenance: PROVENANCE, language: 'pt', name: 'Tradução Completa' } as const;
      // Not in the order of their slugs.
      for (const slug of SLUGS.filter((slug) => slug !== NOT_INSTALLED).reverse()) {
        const more = slug === 'full' ? full : slug === 'zeta' ? ({ language: 'und' } as const) : {};
        const books = slug === 'full' ? { 66: TEXT[43], 43: TEXT[43], 1: TEXT[43] } : TEXT;
        await saveEdition(lectern.installation.editions, smallEdition(slug, books, more));
      }
      await makeKnown(lectern);
      clients = [api(lectern, await createTestOrganization(lectern)), api(lectern, await createTestAccount(lectern))];
    });

    const forEach = async (act: (client: Api) => Promise<void>) => {
      for (const client of clients) await act(client);
    };
    /** All pages, each full but the last; every cursor is read again and gives the same page. */
    const readAll = async (client: Api, path: string, limit: number): Promise<JsonDocument[]> => {
      const found: JsonDocument[] = [];
      for (let after: string | null = ''; after !== null; ) {
        const url: string = `${path}?limit=${limit}${after && `&after=${encodeURIComponent(after)}`}`;
        const page = await client.get(url);
        assert.equal(page.status, 200);
        assert.deepEqual((await client.get(url)).body, page.body);
        assert.ok(page.body.next_cursor === null ? page.body.data.length <= limit : page.body.data.length === limit);
        assert.ok(after === '' || page.body.data.length > 0, 'a cursor leads to something');
        found.push(...page.body.data);
        after = page.body.next_cursor;
      }
      return found;
    };

    it('[GET translation and GET books] when books are listed, then they are ordered by their numeric id, 50 by default', async () => {
      await forEach(async (client) => {
        const { status, body } = await client.get('/v1/books');
        assert.equal(status, 200);
        assert.equal(body.data.length, 50);
        const ids: number[] = body.data.map(({ id }: JsonDocument) => id);
        assert.deepEqual(
          ids,
          ids.toSorted((a, b) => a - b),
        );
        assert.equal(new Set(ids).size, ids.length);
        assert.equal(body.next_cursor, String(ids.at(-1)), 'the cursor is the canonical numeric id');
      });
    });

    it('[GET translation and GET books] when books are read in pages of any size, then next_cursor is null at the end', async () => {
      await forEach(async (client) => {
        const all = await readAll(client, '/v1/books', 50);
        assert.ok(all.length >= 66);
        for (const limit of [1, 7, 33, 66, 99, 100]) {
          assert.deepEqual(await readAll(client, '/v1/books', limit), all);
        }
        const last = await client.get(`/v1/books?after=${all.at(-2).id}`);
        assert.deepEqual(last.body, { data: [all.at(-1)], next_cursor: null });
        const beyond = await client.get(`/v1/books?after=${all.at(-1).id}`);
        assert.deepEqual(beyond.body, { data: [], next_cursor: null });
      });
    });

    it('[Resources] when a BookDefinition is read, then it has id, code, aliases and names in three languages', async () => {
      await forEach(async (client) => {
        const all = await readAll(client, '/v1/books', 100);
        for (const book of all) {
          assert.deepEqual(Object.keys(book).sort(), ['aliases', 'code', 'id', 'names']);
          assert.ok(Number.isInteger(book.id));
          assert.match(book.code, /^[0-9A-Z]{3}$/);
          assert.deepEqual(Object.keys(book.names).sort(), ['de', 'en', 'pt']);
          for (const name of [...Object.values(book.names), ...book.aliases])
            assert.ok(typeof name === 'string' && name);
        }
        for (const field of ['id', 'code']) assert.equal(new Set(all.map((book) => book[field])).size, all.length);
        const named = (code: string) => all.find((book) => book.code === code).names;
        assert.deepEqual(named('JHN'), { en: 'John', pt: 'João', de: 'Johannes' });
        assert.equal(named('GEN').de, '1. Mose');
      });
    });

    it('[GET translation and GET books] when books have ids, then these are those of references and do not depend on editions', async () => {
      await forEach(async (client) => {
        const all = await readAll(client, '/v1/books', 100);
        const john = all.find(({ code }) => code === 'JHN');
        await lectern.installation.editions.enable({ kind: client.owner.kind, id: client.owner.id }, 'full');
        const live = await createTestLive(client);
        const reference = { book_id: john.id, chapter: 3, verse: 16, translation: 'full' };
        const pushed = await client.post(`${live.path}/stack`, { reference }, { ifMatch: live.etag });
        assert.deepEqual([pushed.status, pushed.body.data[0].book_id], [200, john.id]);
        await saveEdition(lectern.installation.editions, smallEdition('alpha', { [john.id]: { 1: { 1: 'x' } } }));
        assert.deepEqual(await readAll(client, '/v1/books', 100), all);
      });
    });

    it('[Errors] when a cursor of books is malformed, then the response is 422', async () => {
      await forEach(async (client) => {
        for (const after of [
          '',
          'x',
          '-1',
          '0',
          '00',
          '007',
          '999',
          '1.5',
          '1e1',
          '%201',
          '0x1',
          'JHN',
          '%00',
          '1%2C2',
          '9'.repeat(30),
        ]) {
          assertProblem(await client.get(`/v1/books?after=${after}`), 422, 'invalid_cursor');
        }
      });
    });

    it('[D28] when editions are listed, then every known one is there by its slug, installed or not', async () => {
      await forEach(async (client) => {
        const { body } = await client.get('/v1/translations');
        assert.deepEqual(
          body.data.map(({ slug }: JsonDocument) => slug),
          ALL_SLUGS,
        );
        assert.equal(body.next_cursor, null);
        const installed = body.data
          .filter((edition: JsonDocument) => edition.installed)
          .map(({ slug }: JsonDocument) => slug);
        assert.deepEqual(
          installed,
          SLUGS.filter((slug) => slug !== NOT_INSTALLED),
        );
        for (const limit of [1, 2, 3, ALL_SLUGS.length, 100]) {
          assert.deepEqual(await readAll(client, '/v1/translations', limit), body.data);
        }
      });
    });

    it('[D28] when editions are listed, then a page has 1 to 100', async () => {
      await forEach(async (client) => {
        for (const limit of [0, 101, 1000]) {
          assertProblem(await client.get(`/v1/translations?limit=${limit}`), 422, 'invalid_fields');
        }
      });
    });

    it('[Errors] when a cursor of editions is malformed, then the response is 422', async () => {
      await forEach(async (client) => {
        for (const after of ['', '%00', '!!', 'a%20b', '%F0%9F%95%AF', 'x'.repeat(600)]) {
          assertProblem(await client.get(`/v1/translations?after=${after}`), 422, 'invalid_cursor');
        }
      });
    });

    it('[Resources] when an edition has everything, or only what it must have, then it is shown with just that', async () => {
      await forEach(async (client) => {
        assert.deepEqual((await client.get('/v1/translations/full')).body, {
          slug: 'full',
          name: 'Tradução Completa',
          language: 'pt',
          book_ids: [1, 43, 66],
          rights: RIGHTS,
          installed: true,
          provenance: PROVENANCE,
        });
        const { rights, provenance } = smallEdition('zeta', {});
        assert.deepEqual((await client.get('/v1/translations/zeta')).body, {
          slug: 'zeta',
          name: 'Edition zeta',
          language: 'und',
          book_ids: [43],
          rights,
          installed: true,
          provenance,
        });
        const { body } = await client.get('/v1/translations');
        for (const edition of body.data) {
          assert.deepEqual((await client.get(`/v1/translations/${edition.slug}`)).body, edition);
        }
      });
    });

    it('[GET translation and GET books] when an edition is not installed, then it remains discoverable', async () => {
      await forEach(async (client) => {
        const { status, body } = await client.get(`/v1/translations/${NOT_INSTALLED}`);
        assert.deepEqual([status, body.slug, body.installed], [200, NOT_INSTALLED, false]);
        const live = await createTestLive(client);
        const reference = { book_id: 43, chapter: 3, verse: 16, translation: NOT_INSTALLED };
        const pushed = await client.post(`${live.path}/stack`, { reference }, { ifMatch: live.etag });
        assertProblem(pushed, 403, 'edition_not_enabled');
      });
    });

    it('[D28] when slugs are compared, then case does not matter', async () => {
      await forEach(async (client) => {
        const { body, etag } = await client.get('/v1/translations/beta-2');
        for (const slug of ['BETA-2', 'Beta-2', '%42eta-2']) {
          const response = await client.get(`/v1/translations/${slug}`);
          assert.deepEqual([response.status, response.body, response.etag], [200, body, etag]);
        }
      });
    });

    it('[GET translation and GET books] when a slug is unknown, or could not be one, then the response is 404', async () => {
      await forEach(async (client) => {
        for (const slug of [
          'unknown',
          'x',
          'x'.repeat(33),
          'be_ta',
          'b%C3%A9ta',
          '%20full',
          'full%20',
          '%2e',
          'fu%00ll',
        ]) {
          assertProblem(await client.get(`/v1/translations/${slug}`), 404, 'not_found');
        }
      });
    });

    it('[D8] when books and editions are read, then they may be kept 300 seconds, carry an ETag and honour If-None-Match', async () => {
      await forEach(async (client) => {
        const paths = ['/v1/books', '/v1/books?limit=10', '/v1/books?after=10', '/v1/translations'];
        paths.push('/v1/translations?limit=2', ...SLUGS.map((slug) => `/v1/translations/${slug}`));
        const etags = new Set<string>();
        for (const path of paths) {
          const response = await client.get(path);
          assert.match(response.etag!, /^"[\x21\x23-\x7e]+"$/);
          etags.add(response.etag!);
          for (const tags of [response.etag!, `W/${response.etag}`, '*', `"x", ${response.etag}`]) {
            const known = await client.get(path, { headers: { 'if-none-match': tags } });
            assert.deepEqual([tags, known.status, known.body, known.etag], [tags, 304, null, response.etag]);
            assert.equal(known.headers.get('cache-control'), 'private, max-age=300');
            assert.equal(known.headers.get('vary'), 'Authorization, Origin');
          }
          assert.equal(response.headers.get('cache-control'), 'private, max-age=300');
          assert.equal(response.headers.get('vary'), 'Authorization, Origin');
          assert.equal((await client.get(path, { headers: { 'if-none-match': '"x"' } })).status, 200);
        }
        assert.equal(etags.size, paths.length, 'another representation, another ETag');
      });
    });

    it('[D30] when an edition is imported again, then it shows what is new, under a new ETag', async () => {
      await forEach(async (client) => {
        const path = '/v1/translations/delta';
        const before = await client.get(path);
        const name = `Edition delta, ${client.owner.kind}`;
        await saveEdition(
          lectern.installation.editions,
          smallEdition('delta', { 1: { 1: { 1: 'x' } }, 2: { 1: { 1: 'x' } } }, { name, provenance: PROVENANCE }),
        );
        const after = await client.get(path, { headers: { 'if-none-match': before.etag! } });
        assert.equal(after.status, 200);
        assert.deepEqual(after.body, { ...before.body, name, book_ids: [1, 2], provenance: PROVENANCE });
        assert.notEqual(after.etag, before.etag);
        const { body } = await client.get('/v1/translations');
        assert.deepEqual(
          body.data.map(({ slug }: JsonDocument) => slug),
          ALL_SLUGS,
        );
      });
    });

    it('when the server restarts, then editions, their order and their ETags are kept', async () => {
      const paths = ['/v1/books', '/v1/translations', '/v1/translations/full', `/v1/translations/${NOT_INSTALLED}`];
      const read = (client: Api) =>
        Promise.all(paths.map(async (path) => client.get(path).then(({ body, etag }) => ({ body, etag }))));
      const before = await Promise.all(clients.map(read));
      await lectern.restart();
      clients = clients.map(({ owner }) => api(lectern, owner));
      assert.deepEqual(await Promise.all(clients.map(read)), before);
    });
  });
}
