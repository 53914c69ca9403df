import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import {
  type Api,
  api,
  assertProblem,
  type CreatedLive,
  createTestLive,
  type JsonDocument,
} from '../../support/requests/api.ts';
import {
  createFixture,
  DOCUMENTED_OPERATIONS,
  type DocumentedOperation,
  fillPath,
  importFixtureEdition,
  operationTitle,
  seedFixture,
  toExampleRequest,
} from '../../support/requests/documented-operations.ts';
import {
  createTestAccount,
  createTestOrganization,
  PAGE_ENGINES,
  type TestOwner,
} from '../../support/server/lectern.ts';
import { useInProcessServer } from '../../support/server/suite-server.ts';

const KINDS = ['organization', 'account'] as const;
const OF_LIVES = DOCUMENTED_OPERATIONS.filter(({ path }) => path.startsWith('/v1/lives/'));
const WRITES = OF_LIVES.filter(({ ifMatch }) => ifMatch);
/** After it there is a Live to read, and its queue. */
const leavesReader =
  (kind: (typeof KINDS)[number]) =>
  ({ method, path, success, kinds }: DocumentedOperation) =>
    kinds.includes(kind) &&
    (success !== 204 || path.includes('item')) &&
    !(method === 'PUT' && path.endsWith('/presentation'));
/** [D5] All of these carry the one ETag of the Live. */
const REPRESENTATIONS = [
  '',
  '/display',
  '/playback',
  '/queue-items',
  '/settings',
  '/focus',
  '/viewer-settings',
  '/audience-secret',
];

/** [D11]: name given → name kept. */
const NAMES: [string, string][] = [
  ['Choir', 'Choir'],
  ['  Choir \n', 'Choir'],
  ['x', 'x'],
  ['x'.repeat(120), 'x'.repeat(120)],
  [` ${'x'.repeat(120)} `, 'x'.repeat(120)],
  ['São João & <b>"Söhne"</b>', 'São João & <b>"Söhne"</b>'],
  ['a  b', 'a  b'],
  ['🕯'.repeat(120), '🕯'.repeat(120)],
];
const BAD_NAMES = ['', ' ', '\t\n', 'x'.repeat(121), '🕯'.repeat(121)];

/** If-Match as it must not be. [D5] `E` stands for the present ETag. */
const BAD_VALIDATORS: [string, string | string[]][] = [
  ['weak', 'W/E'],
  ['wildcard', '*'],
  ['list', 'E, "other"'],
  ['list of one twice', 'E, E'],
  ['list with an end', 'E,'],
  ['two headers', ['E', '"other"']],
  ['two headers alike', ['E', 'E']],
  ['empty', ''],
  ['unquoted', 'unquoted'],
  ['half quoted', '"half'],
  ['single quoted', "'E'"],
  ['with a tail', 'Ex'],
];

for (const engine of PAGE_ENGINES) {
  describe(`Lives on ${engine}`, () => {
    const { lectern } = useInProcessServer({ engine });
    before(async () => {
      await importFixtureEdition(lectern);
    });

    const join = async (kind: TestOwner['kind']): Promise<Api> =>
      api(lectern, await (kind === 'organization' ? createTestOrganization(lectern) : createTestAccount(lectern)));
    const ownerField = ({ owner }: Api) => ({ [`${owner.kind}_id`]: owner.id });
    const listAll = async (client: Api, limit: number): Promise<JsonDocument[]> => {
      const found: JsonDocument[] = [];
      for (let after = ''; ; ) {
        const { status, body } = await client.get(`${client.owner.livesPath}?limit=${limit}${after}`);
        assert.equal(status, 200);
        assert.ok(body.data.length <= limit);
        assert.ok(after === '' || body.data.length > 0, 'a cursor leads to something');
        found.push(...body.data);
        if (body.next_cursor === null) return found;
        assert.equal(body.data.length, limit, 'a page before the last is full');
        after = `&after=${encodeURIComponent(body.next_cursor)}`;
      }
    };

    for (const kind of KINDS) {
      it(`[D11] when a new Live of an ${kind} is created, then its shape, Location, ETag and defaults are right`, async () => {
        const client = await join(kind);
        const created = await client.post(client.owner.livesPath, {});
        assert.equal(created.status, 201);
        const { id } = created.body;
        const fresh = { status: 'running', paused: false, sequence: 0 };
        const live = { id, name: 'Live', mode: 'reader', ...fresh, ...ownerField(client) };
        assert.deepEqual(created.body, live);
        assert.match(id, /^[A-Za-z0-9_-]{16,}$/);
        const location = new URL(created.headers.get('location')!, `${lectern.config.publicUrl}/`);
        assert.equal(location.href, `${lectern.config.publicUrl}/v1/lives/${id}`);
        assert.match(created.etag!, /^"[^"]+"$/);

        const read = async (sub: string) => {
          const { status, etag, body } = await client.get(`/v1/lives/${id}${sub}`);
          assert.deepEqual([status, etag], [200, created.etag], sub);
          return body;
        };
        const state = { live_id: id, ...fresh, showing: false };
        assert.deepEqual(await read(''), live);
        assert.deepEqual(await read('/playback'), state);
        assert.deepEqual(await read('/settings'), { live_id: id, sequence: 0, reference: null, translations: [] });
        assert.deepEqual(await read('/focus'), { live_id: id, sequence: 0, item_id: null, lines: 1, part: 0 });
        const display = { ...state, ...ownerField(client), type: 'empty', verses: [], snapshot: null };
        assert.deepEqual(await read('/display'), display);
        const page = { live_id: id, ...ownerField(client), sequence: 0, data: [], next_cursor: null };
        assert.deepEqual(await read('/queue-items'), page);
      });

      it(`[D11] when an ${kind}'s Live is created or renamed, then its name is trimmed and must have 1 to 120 characters`, async () => {
        const client = await join(kind);
        let { path, etag } = await createTestLive(client);
        for (const [given, kept] of NAMES) {
          const created = await client.post(client.owner.livesPath, { name: given });
          assert.deepEqual([given, created.status, created.body.name], [given, 201, kept]);
          const renamed = await client.patch(path, { name: given }, { ifMatch: etag });
          assert.deepEqual([given, renamed.status, renamed.body.name], [given, 200, kept]);
          etag = renamed.etag!;
        }
        const before = await client.get(client.owner.livesPath);
        for (const name of BAD_NAMES) {
          assertProblem(await client.post(client.owner.livesPath, { name }), 422, 'invalid_fields');
          assertProblem(await client.patch(path, { name }, { ifMatch: etag }), 422, 'invalid_fields');
        }
        assertProblem(await client.patch(path, {}, { ifMatch: etag }), 422, 'invalid_fields');
        assert.deepEqual((await client.get(client.owner.livesPath)).body, before.body);
        assert.equal((await client.get(path)).etag, etag);
      });

      it(`[D11] when there is much to trim, then the name of an ${kind}'s Live is measured after trimming`, async () => {
        const client = await join(kind);
        const live = await createTestLive(client);
        const name = `${' '.repeat(600)}Choir${' '.repeat(600)}`;
        const created = await client.post(client.owner.livesPath, { name });
        assert.deepEqual([created.status, created.body.name], [201, 'Choir']);
        const renamed = await client.patch(live.path, { name }, { ifMatch: live.etag });
        assert.deepEqual([renamed.status, renamed.body.name], [200, 'Choir']);
      });

      it(`[D12] [GET personal lives and account] when an ${kind}'s list is read in pages of any size, then it is complete`, async () => {
        const client = await join(kind);
        assert.deepEqual((await client.get(client.owner.livesPath)).body, { data: [], next_cursor: null });
        const created: JsonDocument[] = [];
        for (let index = 0; index < 7; index++)
          created.push((await createTestLive(client, { name: `Live ${index}` })).body);
        const summaries = created.map(({ id, name }) => ({ id, name, ...ownerField(client) }));
        const byId = (a: JsonDocument, b: JsonDocument) => (a.id < b.id ? -1 : 1);
        const whole = await client.get(client.owner.livesPath);
        assert.equal(whole.body.next_cursor, null);
        assert.deepEqual(whole.body.data.toSorted(byId), summaries.toSorted(byId));
        for (const limit of [1, 2, 3, 6, 7, 8, 50])
          assert.deepEqual(await listAll(client, limit), whole.body.data, `${limit}`);
      });

      it(`[Limits] when no limit is given, then a page of an ${kind}'s list has 50 Lives`, async () => {
        const client = await join(kind);
        await Promise.all(Array.from({ length: 50 }, () => createTestLive(client)));
        const full = await client.get(client.owner.livesPath);
        assert.deepEqual([full.body.data.length, full.body.next_cursor], [50, null]);
      });

      it(`[D12] when the cursor of an ${kind}'s list is used, also after changes or with another limit, then the list goes on where it was`, async () => {
        const client = await join(kind);
        const lives: CreatedLive[] = [];
        for (let index = 0; index < 6; index++) lives.push(await createTestLive(client, { name: `${index}` }));
        const first = await client.get(`${client.owner.livesPath}?limit=2`);
        const names = first.body.data.map(({ name }: JsonDocument) => name);
        const last = lives.find(({ id }) => id === first.body.data[1].id)!;
        assert.equal((await client.delete(last.path, { ifMatch: last.etag })).status, 204);
        const rest = await client.get(`${client.owner.livesPath}?limit=10&after=${first.body.next_cursor}`);
        const all = [...names, ...rest.body.data.map(({ name }: JsonDocument) => name)];
        assert.deepEqual(all.toSorted(), ['0', '1', '2', '3', '4', '5']);
        assert.equal(rest.body.next_cursor, null);
      });

      it(`[Errors] when the cursor of an ${kind}'s list is malformed, changed or foreign, then the response is 422`, async () => {
        const client = await join(kind);
        const stranger = await join(kind);
        for (let index = 0; index < 2; index++) {
          await createTestLive(client);
          await createTestLive(stranger);
        }
        const cursorOf = async ({ owner, get }: Api): Promise<string> =>
          (await get(`${owner.livesPath}?limit=1`)).body.next_cursor;
        const cursor = await cursorOf(client);
        const { id } = (await client.get(client.owner.livesPath)).body.data[0];
        const wrong = ['', 'x', '1', id, `${cursor}x`, cursor.slice(1), cursor.slice(0, -2), cursor.toUpperCase()];
        wrong.push(await cursorOf(stranger), 'x'.repeat(600), '%00', '%27--', 'null', '%F0%9F%95%AF');
        for (const text of wrong) {
          assertProblem(await client.get(`${client.owner.livesPath}?after=${text}`), 422, 'invalid_cursor');
        }
      });

      it(`[D12] [D6] when an ${kind} renames a Live, also to the same name, then the sequence moves one step`, async () => {
        const client = await join(kind);
        const live = await createTestLive(client);
        let { etag } = live;
        for (const [sequence, name] of ['Choir', 'Choir', 'Live'].entries()) {
          const renamed = await client.patch(live.path, { name }, { ifMatch: etag });
          assert.equal(renamed.status, 200);
          assert.deepEqual(renamed.body, { ...live.body, name, sequence: sequence + 1 });
          assert.notEqual(renamed.etag, etag);
          etag = renamed.etag!;
          const read = await client.get(live.path);
          assert.deepEqual([read.body, read.etag], [renamed.body, etag]);
          assert.equal((await client.get(client.owner.livesPath)).body.data[0].name, name);
        }
      });

      it(`[D12] when an ${kind} deletes a Live, then it is gone for every operation, for the list and for the quota`, async () => {
        const { client, example, etag } = await createFixture(lectern, kind);
        const gone = await client.delete(`/v1/lives/${example.live_id}`, { ifMatch: etag });
        assert.deepEqual([gone.status, gone.body], [204, null]);
        for (const operation of OF_LIVES.filter(({ kinds }) => kinds.includes(kind))) {
          const { path, options } = toExampleRequest(operation, example, etag);
          assertProblem(await client.request(operation.method, path, options), 404, 'not_found');
        }
        assert.deepEqual((await client.get(client.owner.livesPath)).body, { data: [], next_cursor: null });
        const again = await createTestLive(client);
        assert.notEqual(again.id, example.live_id);
        assert.notEqual(again.etag, etag);
      });

      it(`[D11] when an ${kind} creates Lives, even 60 at once, then it has 50 at most`, async () => {
        const client = await join(kind);
        const responses = await Promise.all(Array.from({ length: 60 }, () => client.post(client.owner.livesPath, {})));
        assert.equal(responses.filter(({ status }) => status === 201).length, 50);
        for (const response of responses.filter(({ status }) => status !== 201))
          assertProblem(response, 409, 'quota_exceeded');
        const list = await client.get(client.owner.livesPath);
        assert.deepEqual([list.body.data.length, list.body.next_cursor], [50, null]);
        const { id } = list.body.data[0];
        const { etag } = await client.get(`/v1/lives/${id}`);
        await client.delete(`/v1/lives/${id}`, { ifMatch: etag! });
        assert.equal((await client.post(client.owner.livesPath, {})).status, 201);
        assertProblem(await client.post(client.owner.livesPath, {}), 409, 'quota_exceeded');
      });

      it(`[D5] when an ${kind}'s Live is read before and after each write, then all representations have one ETag`, async () => {
        const { client } = await createFixture(lectern, kind);
        const seen = new Set<string>();
        for (const operation of WRITES.filter(leavesReader(kind))) {
          const { example, etag } = await seedFixture(client, operation);
          const { path, options } = toExampleRequest(operation, example, etag);
          const written = await client.request(operation.method, path, options);
          assert.equal(written.status, operation.success, operationTitle(operation));
          const live = `/v1/lives/${example.live_id}`;
          const etags = await Promise.all(REPRESENTATIONS.map(async (sub) => (await client.get(live + sub)).etag));
          const page = await client.get(`${live}/queue-items?limit=1`);
          for (const { id } of page.body.data) etags.push((await client.get(`${live}/queue-items/${id}`)).etag);
          assert.deepEqual(new Set([...etags, page.etag]), new Set([written.etag]), operationTitle(operation));
          assert.notEqual(written.etag, etag);
          for (const tag of [etag, written.etag!]) {
            assert.match(tag, /^"[\x21\x23-\x7e]+"$/);
            assert.ok(!seen.has(tag), 'ETags of different Lives and sequences differ');
            seen.add(tag);
          }
        }
      });

      it(`[D5] when a GET of an ${kind}'s Live has If-None-Match, then it is honoured every time`, async () => {
        const { client, example, etag } = await createFixture(lectern, kind);
        const other = await createTestLive(client);
        const matching = [etag, `W/${etag}`, '*', `"x", ${etag}`, `${etag},"x"`, `W/"x" , W/${etag}`];
        const others = ['"x"', 'W/"x"', '"x", "y"', other.etag, etag.slice(1, -1), `${etag.slice(0, -1)}0"`];
        for (const operation of OF_LIVES.filter(({ method, etag }) => method === 'GET' && etag)) {
          const path = fillPath(operation.path, example);
          for (const tags of matching) {
            const response = await client.get(path, { headers: { 'if-none-match': tags } });
            assert.deepEqual([tags, response.status, response.etag, response.body], [tags, 304, etag, null]);
          }
          const twice = await client.get(path, { headers: { 'if-none-match': ['"x"', etag] } });
          assert.equal(twice.status, 304);
          for (const tags of others) {
            const response = await client.get(path, { headers: { 'if-none-match': tags } });
            assert.deepEqual([tags, response.status, response.etag], [tags, 200, etag]);
          }
        }
      });
    }

    for (const operation of WRITES) {
      it(`[D5] for ${operationTitle(operation)}: when If-Match is missing, then the response is 428; when stale, then 412; in another form, then 422`, async () => {
        for (const kind of operation.kinds) {
          const { client, example, etag } = await createFixture(lectern, kind, operation);
          const { path, options } = toExampleRequest(operation, example, etag);
          const send = (headers: Record<string, string | string[]>) =>
            client.request(operation.method, path, { ...options, ifMatch: undefined, headers });
          assertProblem(await send({}), 428, 'validator_required');
          const foreign = (await createTestLive(client)).etag;
          const { etag: before } = await createFixture(lectern, kind);
          for (const stale of [
            '"x"',
            '""',
            foreign,
            before,
            `${etag.slice(0, -1)}0"`,
            etag.toLowerCase().replace(/\d+"$/, '99"'),
          ]) {
            assertProblem(await send({ 'if-match': stale }), 412, 'stale_validator');
          }
          for (const [what, form] of BAD_VALIDATORS) {
            const fill = (text: string) => text.replaceAll('E', etag);
            const response = await send({ 'if-match': typeof form === 'string' ? fill(form) : form.map(fill) });
            assert.deepEqual([what, response.status, response.body.code], [what, 422, 'invalid_validator']);
          }
          assert.equal((await client.get(`/v1/lives/${example.live_id}`)).etag, etag);
          assert.equal((await client.request(operation.method, path, options)).status, operation.success);
          if (operation.path === '/v1/lives/{live_id}' && operation.method === 'DELETE') continue;
          assertProblem(
            await client.patch(`/v1/lives/${example.live_id}`, { name: 'x' }, { ifMatch: etag }),
            412,
            'stale_validator',
          );
        }
      });
    }

    it('when the server restarts, then Lives, names, playback, settings, queue, focus, sequence and ETag are kept', async () => {
      const read = async (client: Api, id: string) => ({
        list: (await client.get(client.owner.livesPath)).body,
        parts: await Promise.all(
          REPRESENTATIONS.map(async (sub) => {
            const { status, body, etag } = await client.get(`/v1/lives/${id}${sub}`);
            assert.equal(status, 200);
            return { body, etag };
          }),
        ),
      });
      const kept: { owner: TestOwner; id: string; item: string; cursor: string; before: JsonDocument }[] = [];
      for (const kind of KINDS) {
        const { client, example, etag } = await createFixture(lectern, kind);
        await createTestLive(client);
        const path = `/v1/lives/${example.live_id}`;
        const steps: [string, object][] = [
          ['', { name: 'Kept' }],
          ['/settings', { translations: [example.slug], reference: 'John 3:16' }],
          ['/focus', { item_id: example.item_ids[1] }],
          ['/playback', { paused: true }],
        ];
        let ifMatch = etag;
        for (const [sub, body] of steps) {
          const response = await client.patch(path + sub, body, { ifMatch });
          assert.equal(response.status, 200);
          ifMatch = response.etag!;
        }
        const { next_cursor: cursor } = (await client.get(`${client.owner.livesPath}?limit=1`)).body;
        const before = await read(client, example.live_id);
        kept.push({ owner: client.owner, id: example.live_id, item: example.item_id, cursor, before });
      }
      await lectern.restart();
      for (const { owner, id, item, cursor, before } of kept) {
        const client = api(lectern, owner);
        assert.deepEqual(await read(client, id), before);
        assert.equal((await client.get(`/v1/lives/${id}/queue-items/${item}`)).status, 200);
        const rest = await client.get(`${owner.livesPath}?after=${cursor}`);
        assert.equal(rest.body.data.length, 1);
        const { etag } = before.parts[0];
        const written = await client.patch(`/v1/lives/${id}`, { name: 'After' }, { ifMatch: etag });
        assert.deepEqual([written.status, written.body.sequence], [200, before.parts[0].body.sequence + 1]);
      }
    });
  });
}
