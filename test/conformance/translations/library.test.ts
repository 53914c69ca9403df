import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { KNOWN_EDITIONS } from '../../../src/editions/known-editions.ts';
import { saveEdition } from '../../../src/editions/save-edition.ts';
import type { EditionRecord } from '../../../src/storage/storage.ts';
import { type Api, api, assertProblem, createTestLive, type JsonDocument } from '../../support/requests/api.ts';
import {
  createTestAccount,
  createTestOrganization,
  installStarter,
  PAGE_ENGINES,
  smallEdition,
} from '../../support/server/lectern.ts';
import { useInProcessServer } from '../../support/server/suite-server.ts';

const TEXT = { 43: { 3: { 16: 'For God so loved the world' } } };
const SLUGS = ['alpha', 'beta', 'delta', 'gamma', 'omega'];
const KNOWN = KNOWN_EDITIONS[0]!.slug;
const libraryOf = ({ owner }: Api) => `/v1/${owner.kind}s/${owner.id}/translations`;
const slugsOf = ({ data }: JsonDocument): string[] => data.map(({ slug }: JsonDocument) => slug);

for (const engine of PAGE_ENGINES) {
  describe(`[D29] libraries on ${engine}`, () => {
    const { lectern } = useInProcessServer({ engine });
    before(async () => {
      for (const slug of SLUGS) await saveEdition(lectern.installation.editions, smallEdition(slug, TEXT));
    });

    /** Each is done by the owner of a new account, and by a new organization. */
    const forEach = async (act: (client: Api) => Promise<void>) => {
      for (const create of [createTestAccount, createTestOrganization]) await act(api(lectern, await create(lectern)));
    };
    const read = async (client: Api, query = ''): Promise<JsonDocument> => {
      const { status, body } = await client.get(libraryOf(client) + query);
      assert.equal(status, 200, JSON.stringify(body));
      return body;
    };

    it('when PUT enables an installed edition, then repeating it gives the same, and GET lists it as the catalogue does', async () => {
      await forEach(async (client) => {
        assert.deepEqual(await read(client), { data: [], next_cursor: null });
        for (const slug of ['gamma', 'gamma', 'ALPHA', 'Gamma']) {
          const { status, body } = await client.put(`${libraryOf(client)}/${slug}`);
          assert.deepEqual([status, body], [204, null]);
        }
        const page = await read(client);
        assert.deepEqual(slugsOf(page), ['alpha', 'gamma']);
        assert.deepEqual(page.data[0], (await client.get('/v1/translations/alpha')).body);
      });
    });

    it('when DELETE disables an edition, then queued verses stay as they are', async () => {
      await forEach(async (client) => {
        await client.put(`${libraryOf(client)}/alpha`);
        const live = await createTestLive(client);
        const reference = { book_id: 43, chapter: 3, verse: 16, translation: 'alpha' };
        const pushed = await client.post(`${live.path}/stack`, { reference }, { ifMatch: live.etag });
        assert.equal(pushed.status, 200);
        const queue = (await client.get(`${live.path}/queue-items`)).body;

        const { status, body } = await client.delete(`${libraryOf(client)}/Alpha`);
        assert.deepEqual([status, body], [204, null]);
        assert.deepEqual(await read(client), { data: [], next_cursor: null });
        assert.deepEqual((await client.get(`${live.path}/queue-items`)).body, queue);
        const again = await client.post(`${live.path}/stack`, { reference }, { ifMatch: pushed.etag! });
        assertProblem(again, 403, 'edition_not_enabled');
        assertProblem(await client.delete(`${libraryOf(client)}/alpha`), 404, 'not_found');
      });
    });

    it('when an edition is enabled, then it can be used at once, in the settings of a Live too', async () => {
      await forEach(async (client) => {
        const live = await createTestLive(client);
        const change = { translations: ['beta'] };
        const refused = await client.patch(`${live.path}/settings`, change, { ifMatch: live.etag });
        assertProblem(refused, 403, 'edition_not_enabled');
        await client.put(`${libraryOf(client)}/beta`);
        assert.equal((await client.patch(`${live.path}/settings`, change, { ifMatch: live.etag })).status, 200);
      });
    });

    it('when an edition is unknown, then it is 404, and so is a known one without its text, which says so', async () => {
      await forEach(async (client) => {
        for (const slug of ['unknown', 'be_ta', 'x', '%00']) {
          assertProblem(await client.put(`${libraryOf(client)}/${slug}`), 404, 'not_found');
          assertProblem(await client.delete(`${libraryOf(client)}/${slug}`), 404, 'not_found');
        }
        const known = await client.put(`${libraryOf(client)}/${KNOWN}`);
        assertProblem(known, 404, 'not_found');
        assert.match(known.body.detail, /not installed/);
        assert.deepEqual(slugsOf(await read(client)), []);
      });
    });

    it('when pages of any size are read, then they are in order of the slugs; a malformed cursor or limit is 422', async () => {
      await forEach(async (client) => {
        for (const slug of SLUGS.toReversed()) await client.put(`${libraryOf(client)}/${slug}`);
        for (const limit of [1, 2, 3, 5, 100]) {
          const found: string[] = [];
          for (let after: string | null = null; ; ) {
            const page: JsonDocument = await read(client, `?limit=${limit}${after === null ? '' : `&after=${after}`}`);
            found.push(...slugsOf(page));
            after = page.next_cursor;
            if (after === null) break;
            assert.equal(page.data.length, limit);
          }
          assert.deepEqual(found, SLUGS);
        }
        for (const after of ['', '%00', '!!', 'x'.repeat(600)]) {
          assertProblem(await client.get(`${libraryOf(client)}?after=${after}`), 422, 'invalid_cursor');
        }
        for (const limit of ['0', '101', 'x', '1&limit=1']) {
          assertProblem(await client.get(`${libraryOf(client)}?limit=${limit}`), 422, 'invalid_fields');
        }
      });
    });

    it('when an edition is removed or imported again, then that holds from the commit on, while the text before it goes', async () => {
      const { editions, storage } = lectern.installation;
      const client = api(lectern, await createTestAccount(lectern));
      const chapter = Object.fromEntries(Array.from({ length: 200 }, (_, at) => [at + 1, 'Words']));
      const long = { 19: Object.fromEntries(Array.from({ length: 60 }, (_, at) => [at + 1, chapter])) };
      const name = async () => (await client.get('/v1/translations/long')).body.name;
      const until = async (done: (found: EditionRecord | null) => boolean) => {
        while (!done(await storage.editions.find('long'))) await new Promise(setImmediate);
      };

      await saveEdition(editions, smallEdition('long', long));
      assert.equal(await name(), 'Edition long');
      const importing = saveEdition(editions, smallEdition('long', long, { name: 'Again' }));
      await until((found) => found?.name === 'Again');
      assert.equal(await name(), 'Again');
      await importing;

      const removing = editions.remove('long');
      await until((found) => found === null);
      assertProblem(await client.put(`${libraryOf(client)}/long`), 404, 'not_found');
      assertProblem(await client.get('/v1/translations/long'), 404, 'not_found');
      await removing;
    });

    it('when an edition is removed in the moment before it is enabled, then the response is 404', async () => {
      const client = api(lectern, await createTestAccount(lectern));
      const { libraries } = lectern.installation.storage;
      const { enable } = libraries;
      libraries.enable = async () => false;
      try {
        assertProblem(await client.put(`${libraryOf(client)}/alpha`), 404, 'not_found');
      } finally {
        libraries.enable = enable;
      }
    });

    it('when an owner has a library, then no other owner has access to it', async () => {
      const [mine, theirs] = [
        api(lectern, await createTestAccount(lectern)),
        api(lectern, await createTestAccount(lectern)),
      ];
      const other = api(lectern, await createTestOrganization(lectern));
      await theirs.put(`${libraryOf(theirs)}/alpha`);
      assertProblem(await mine.get(libraryOf(theirs)), 404, 'not_found');
      assertProblem(await mine.put(`${libraryOf(theirs)}/beta`), 404, 'not_found');
      assertProblem(await mine.delete(`${libraryOf(theirs)}/alpha`), 404, 'not_found');
      for (const [client, of] of [
        [mine, other],
        [other, mine],
      ] as const) {
        assertProblem(await client.get(libraryOf(of)), 403, 'forbidden');
        assertProblem(await client.put(`${libraryOf(of)}/alpha`), 403, 'forbidden');
      }
      assert.deepEqual(slugsOf(await read(theirs)), ['alpha']);
    });

    it('when the server restarts, then libraries are kept', async () => {
      const client = api(lectern, await createTestAccount(lectern));
      await client.put(`${libraryOf(client)}/delta`);
      await lectern.restart();
      assert.deepEqual(slugsOf(await read(api(lectern, client.owner))), ['delta']);
    });

    it('when a library is new, then the starter edition is enabled in it', async () => {
      await installStarter(lectern);
      await forEach(async (client) => assert.deepEqual(slugsOf(await read(client)), ['kjv']));
    });
  });
}
