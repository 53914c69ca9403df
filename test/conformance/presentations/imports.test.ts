import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { listAudit } from '../../../src/domain/audit/audit.ts';
import { toZip } from '../../editions/zip.ts';
import { type Api, type ApiResponse, api, assertProblem, type JsonDocument } from '../../support/requests/api.ts';
import { createDeck, deckPath, organizationRestPath, publish } from '../../support/requests/presentation.ts';
import { createTestOrganization, PAGE_ENGINES } from '../../support/server/lectern.ts';
import { useInProcessServer } from '../../support/server/suite-server.ts';

const QUOTA = 130;
const song = (title: string, words = `Words of ${title}`) => ({
  name: `${title}.txt`,
  content: `${title}\n\n${words}\n`,
});

for (const engine of PAGE_ENGINES) {
  describe(`imports of songs on ${engine}`, () => {
    const { lectern } = useInProcessServer({ engine, settings: { LECTERN_DECKS_PER_ORGANIZATION: String(QUOTA) } });
    let client: Api;
    const fresh = async () => {
      client = api(lectern, await createTestOrganization(lectern));
    };
    const path = (more = '') => `${organizationRestPath(client)}/imports${more}`;
    const send = (bytes: Buffer, more: JsonDocument = {}, name = 'songs.zip'): Promise<ApiResponse> =>
      client.request('POST', path(`?file_name=${name}`), { bytes, type: 'application/zip', ...more });
    const finish = async ({ status, body }: ApiResponse): Promise<JsonDocument> => {
      assert.equal(status, 202, JSON.stringify(body));
      for (;;) {
        const { body: read } = await client.get(path(`/${body.id}`));
        if (read.state !== 'running') return read;
        await sleep(20);
      }
    };
    const importSongs = async (...songs: ReturnType<typeof song>[]) => finish(await send(toZip(songs)));
    const undo = async ({ id }: JsonDocument) => (await client.request('DELETE', path(`/${id}`), {})).body;
    const titles = async (): Promise<string[]> =>
      (await client.get(`${organizationRestPath(client)}/decks?limit=100`)).body.data.map(
        ({ title }: JsonDocument) => title,
      );

    it('[D70] when an archive is imported, then each song is a deck, and the report says what became of each file', async () => {
      await fresh();
      const { body: same } = await createDeck(client, [{ layout: 'text', text: 'Words of Old' }] as never, 'Old');
      const { body: titled } = await createDeck(client, [], 'Other');
      const started = await send(
        toZip([
          song('New'),
          song('Old'),
          song('Other'),
          { name: 'twice/New.txt', content: 'New\n\nWords of New\n' },
          { name: 'damaged.cho', content: '{t:B}\n{soc}\nOne\n{soc}\n' },
          { name: 'a.jpg', content: 'x' },
        ]),
      );
      assert.deepEqual([started.body.state, started.body.items], ['running', null]);
      assert.equal(started.headers.get('location'), `${lectern.config.publicUrl}${path(`/${started.body.id}`)}`);
      const done = await finish(started);
      assert.deepEqual(
        [done.state, done.progress, done.counts, done.omitted, done.failure, done.file_name],
        ['done', 1, { created: 2, already_there: 2, refused: 1 }, [{ kind: 'pictures', count: 1 }], null, 'songs.zip'],
      );
      const [first, old, other, twice, damaged] = done.items;
      assert.deepEqual(
        { ...first, deck_id: '' },
        {
          name: 'New.txt',
          title: 'New',
          result: 'created',
          deck_id: '',
          plan_id: null,
          duplicate_of: null,
          format: 'plain text',
          slides: 1,
          omitted: [],
          warnings: [],
          line: null,
          reason: null,
        },
      );
      assert.equal((await client.get(deckPath(client, { id: first.deck_id }))).body.slides[0].text, 'Words of New');
      assert.deepEqual([old.result, old.deck_id], ['already_there', same.id]);
      assert.deepEqual([other.result, other.duplicate_of], ['created', titled.id]);
      assert.deepEqual([twice.result, twice.deck_id], ['already_there', first.deck_id]);
      assert.deepEqual([damaged.result, damaged.line, damaged.reason.code], ['refused', 4, 'song_section_in_section']);
      assert.deepEqual(await titles(), ['Old', 'Other', 'New', 'Other']);
      const again = await importSongs(song('New'), song('Other'));
      assert.deepEqual(again.counts, { created: 0, already_there: 2, refused: 0 });
      const { body: list } = await client.get(path());
      assert.deepEqual(
        list.data.map(({ id, items }: JsonDocument) => [id, items]),
        [
          [again.id, undefined],
          [done.id, undefined],
        ],
      );
    });

    it('[D70] when an import is undone, then decks are deleted unless they were changed, published or planned', async () => {
      await fresh();
      const done = await importSongs(...['A', 'Changed', 'Published', 'Planned', 'B'].map((title) => song(title)));
      const [, changed, published, planned] = done.items.map(({ deck_id: id }: JsonDocument) => ({ id }));
      const { body: deck, etag } = await client.get(deckPath(client, changed));
      const { id: _, organization_id: __, revision: ___, ...document } = deck;
      const replaced = await client.request('PUT', deckPath(client, changed), { body: document, ifMatch: etag! });
      assert.equal(replaced.status, 200, JSON.stringify(replaced.body));
      await publish(client, published);
      await client.post(`${organizationRestPath(client)}/plans`, {
        name: 'Sunday',
        entries: [{ kind: 'deck', title: 'Planned', deck_id: planned.id }],
      });
      assert.deepEqual(await undo(done), {
        deleted: 2,
        kept: [
          { deck_id: changed.id, title: 'Changed', reason: 'changed' },
          { deck_id: published.id, title: 'Published', reason: 'published' },
          { deck_id: planned.id, title: 'Planned', reason: 'in_plan' },
        ],
        kept_plans: 0,
      });
      assert.deepEqual(await titles(), ['Changed', 'Published', 'Planned']);
      assert.equal((await client.get(path(`/${done.id}`))).body.state, 'undone');
      assert.equal((await undo(done)).deleted, 0);
      const records = await listAudit(
        lectern.installation.storage,
        { kind: 'organization', id: client.owner.id },
        { limit: 20, since: null },
      );
      assert.deepEqual(
        records.filter(({ resource }) => resource === done.id).map(({ operation, detail }) => [operation, detail]),
        [
          ['undoImport', '0 deleted, 3 kept'],
          ['undoImport', '2 deleted, 3 kept'],
          ['finishImport', '5 created, 0 already there, 0 refused'],
          ['createImport', null],
        ],
      );
    });

    it('[D70] when the organization has no room for more decks, then the other songs are refused', async () => {
      await fresh();
      const songs = Array.from({ length: QUOTA + 3 }, (_, index) => song(`Song ${index}`));
      const done = await importSongs(...songs, { ...songs.at(-1)!, name: 'the same again.txt' });
      assert.deepEqual(done.counts, { created: QUOTA, already_there: 0, refused: 4 });
      assert.deepEqual(done.items.at(-1).reason.params, { max: QUOTA });
      assert.equal((await undo(done)).deleted, QUOTA);
    });

    it('[D70] when the database fails at the end of an import, then the server goes on, and the import is interrupted', async (t) => {
      await fresh();
      const { imports } = lectern.installation.storage;
      const failing = t.mock.method(imports, 'countResults', () => Promise.reject(new Error('no connection')));
      const started = await send(toZip([song('A')]));
      while (failing.mock.callCount() === 0) await sleep(20);
      failing.mock.restore();
      assert.equal((await finish(started)).state, 'interrupted');
      assert.equal((await undo(started.body)).deleted, 1);
    });

    it('[D70] when a file cannot be read as a whole, then the import has failed and says why', async () => {
      await fresh();
      for (const [bytes, code] of [
        [toZip([song('A')]).subarray(0, -30), 'song_archive_damaged'],
        [Buffer.from('{\\rtf1 A}'), 'song_is_rtf'],
      ] as const) {
        const done = await finish(await send(bytes));
        assert.deepEqual([done.state, done.failure.code, done.items], ['failed', code, []]);
      }
      const one = await finish(await send(Buffer.from('One song\n\nWords\n'), {}, 'one.txt'));
      assert.deepEqual([one.state, one.items[0].title], ['done', 'One song']);
    });

    it('[D9] when a request is repeated with its key, then there is one import', async () => {
      await fresh();
      const zip = toZip([song('A')]);
      const headers = { 'idempotency-key': 'once' };
      const first = await send(zip, { headers });
      const second = await send(zip, { headers });
      assert.deepEqual(second.body, first.body);
      await finish(first);
      assert.equal((await client.get(path())).body.data.length, 1);
      assertProblem(await send(toZip([song('B')]), { headers }), 409, 'idempotency_conflict');
    });

    it('[D1] when a file is sent to the operation for one song, then the refusal names imports', async () => {
      await fresh();
      const response = await client.request('POST', `${organizationRestPath(client)}/presentations/import`, {
        bytes: toZip([song('A')]),
        type: 'application/octet-stream',
      });
      assertProblem(response, 422, 'invalid_fields');
      assert.equal(response.body.errors[0].code, 'song_is_collection');
    });
  });
}
