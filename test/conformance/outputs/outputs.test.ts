import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { OUTPUTS_PER_LIVE_MAX } from '../../../src/contract/limits.ts';
import { hashCredentialSecret, isCredentialSecret } from '../../../src/domain/account/credentials/credential-secret.ts';
import { type Api, api, assertProblem, createTestLive } from '../../support/requests/api.ts';
import { addImage, assertPointer } from '../../support/requests/presentation.ts';
import { createTestAccount, PAGE_ENGINES, smallEdition } from '../../support/server/lectern.ts';
import { useInProcessServer } from '../../support/server/suite-server.ts';

const EDITIONS = [
  smallEdition('one', { 43: { 3: { 16: 'For God so loved the world' } } }),
  smallEdition('two', { 43: { 3: { 16: 'Denn also hat Gott die Welt geliebt' } } }),
];
const SHAPE = [
  'connections',
  'height',
  'id',
  'made_by',
  'name',
  'painted_at',
  'problem',
  'seen_at',
  'sequence',
  'settings',
  'view',
  'width',
];
const DEFAULTS = {
  theme: 'dark',
  scale: 0,
  lang: 'en',
  translations: null,
  show: ['text', 'reference', 'translation', 'attribution'],
  align: 'left',
  margin: 0,
  background_image: null,
  idle_image: null,
  idle_link: true,
  verse_numbers: 'auto',
  plate_width: null,
  languages: null,
  hidden: false,
};

for (const engine of PAGE_ENGINES) {
  describe(`outputs on ${engine}`, () => {
    const world = useInProcessServer({ engine, editions: EDITIONS });

    const open = async (): Promise<{ client: Api; path: string; live: string }> => {
      const client = api(world.lectern, await world.createOrganization());
      const live = await createTestLive(client);
      return { client, path: `${live.path}/outputs`, live: live.path };
    };
    const make = async (client: Api, path: string, more: object = {}) => {
      const made = await client.post(path, { name: 'Projector', view: 'screen', ...more });
      assert.equal(made.status, 201, JSON.stringify(made.body));
      return made.body;
    };

    it('[D60] when several change settings of one output at once, then none of their fields is lost', async () => {
      const { client, path } = await open();
      const { id } = await make(client, path);
      const wanted = { theme: 'light', scale: 3, lang: 'de', show: ['text'], align: 'center', margin: 7 };
      const responses = await Promise.all(
        Object.entries(wanted).map(([name, value]) => client.patch(`${path}/${id}`, { settings: { [name]: value } })),
      );
      assert.deepEqual(new Set(responses.map(({ status }) => status)), new Set([200]));
      const { data } = (await client.get(path)).body;
      assert.deepEqual(data[0].settings, { ...DEFAULTS, ...wanted });
    });

    it('[D60] when an output is made, then its address holds its key, once, and the list has everything but that', async () => {
      const { client, path } = await open();
      const { url, ...output } = await make(client, path, { name: '  Projector ' });
      assert.deepEqual(Object.keys(output).sort(), SHAPE);
      assert.match(output.id, /^[A-Za-z0-9_-]{16,}$/, '[D7]');
      assert.deepEqual([output.name, output.view, output.settings], ['Projector', 'screen', DEFAULTS]);
      const { connections, seen_at, sequence, painted_at, width, height, problem } = output;
      assert.deepEqual(
        [connections, seen_at, sequence, painted_at, width, height, problem],
        [0, null, null, null, null, null, null],
      );
      const [address, key] = url.split('#');
      assert.equal(address, `${world.lectern.config.publicUrl}/o/${output.id}`);
      assert.match(key, /^out_[0-9A-Za-z]{49}$/, '[D35]');
      assert.ok(isCredentialSecret(key));
      assert.deepEqual((await client.get(path)).body, { data: [output] });
      const kept = await world.lectern.installation.storage.outputs.find(output.id);
      assert.equal(kept!.hash, hashCredentialSecret(key), 'only a hash is kept');
      assert.ok(!JSON.stringify(kept).includes(key));
    });

    it('[D60] when an output is made, then it names its maker', async () => {
      const { client, path } = await open();
      const { made_by: byService } = await make(client, path);
      assert.equal(byService.user_id, null);
      assert.equal(typeof byService.credential_id, 'string');
      const person = api(world.lectern, await createTestAccount(world.lectern));
      const { path: live } = await createTestLive(person);
      const { made_by: byPerson } = await make(person, `${live}/outputs`);
      assert.equal(typeof byPerson.user_id, 'string');
    });

    it('[D60] when a Live has viewer settings, then a new output begins with its theme and scale', async () => {
      const { client, path, live } = await open();
      const { etag } = await client.get(live);
      await client.patch(`${live}/viewer-settings`, { theme: 'light', scale: 2 }, { ifMatch: etag! });
      const { settings } = await make(client, path, { settings: { margin: 5 } });
      assert.deepEqual(settings, { ...DEFAULTS, theme: 'light', scale: 2, margin: 5 });
    });

    it('[D60] when an output is changed, then what is not named stays, and no address is shown', async () => {
      const { client, path } = await open();
      const { url, ...output } = await make(client, path);
      const settings = { translations: ['TWO'], show: ['text'], align: 'center', margin: 20 };
      const changed = await client.patch(`${path}/${output.id}`, { view: 'lower-third', settings });
      assert.equal(changed.status, 200, JSON.stringify(changed.body));
      const expected = {
        ...output,
        view: 'lower-third',
        settings: { ...DEFAULTS, ...settings, translations: ['two'] },
      };
      assert.deepEqual(changed.body, expected);
      const renamed = await client.patch(`${path}/${output.id}`, { name: 'Stream', settings: { translations: null } });
      assert.deepEqual(renamed.body, {
        ...expected,
        name: 'Stream',
        settings: { ...expected.settings, translations: null },
      });
      assert.deepEqual((await client.get(path)).body, { data: [renamed.body] });
    });

    it('[D76] when an output has images, verse numbers or is hidden, then it keeps them; an unknown image is refused', async () => {
      const { client, path } = await open();
      const { id: image } = await addImage(client);
      const settings = {
        background_image: image,
        idle_image: image,
        verse_numbers: 'always',
        plate_width: 60,
        hidden: true,
      };
      const { id } = await make(client, path, { settings });
      const kept = { ...DEFAULTS, ...settings };
      assert.deepEqual((await client.get(path)).body.data[0].settings, kept);
      for (const field of ['background_image', 'idle_image']) {
        const foreign = (await addImage((await open()).client, 7)).id;
        for (const unknown of [foreign, 'x', '']) {
          const refused = await client.patch(`${path}/${id}`, { settings: { [field]: unknown } });
          assertPointer(refused, 'invalid_fields', `/settings/${field}`);
        }
      }
      const cleared = await client.patch(`${path}/${id}`, { settings: { background_image: null, hidden: false } });
      assert.deepEqual(cleared.body.settings, { ...kept, background_image: null, hidden: false });
      const person = api(world.lectern, await createTestAccount(world.lectern));
      const { path: live } = await createTestLive(person);
      const refused = await person.post(`${live}/outputs`, {
        name: 'Mine',
        view: 'screen',
        settings: { background_image: image },
      });
      assertPointer(refused, 'invalid_fields', '/settings/background_image');
    });

    it('[D60] when an output is rotated, then it has a new address and all else stays', async () => {
      const { client, path } = await open();
      const { url, ...output } = await make(client, path);
      const { status, body } = await client.post(`${path}/${output.id}/rotate`, {});
      assert.equal(status, 200);
      assert.notEqual(body.url, url);
      assert.deepEqual(body, { ...output, url: body.url });
    });

    it('[D60], [D6] when outputs are made, changed, asked to do something and deleted, then the Live stays at its sequence', async () => {
      const { client, path, live } = await open();
      const before = await client.get(live);
      const { id } = await make(client, path);
      await client.patch(`${path}/${id}`, { name: 'Other' });
      assert.equal((await client.post(`${path}/${id}/identify`, {})).status, 204);
      assert.equal((await client.post(`${path}/${id}/reload`, {})).status, 204);
      assert.equal((await client.delete(`${path}/${id}`)).status, 204);
      const after = await client.get(live);
      assert.deepEqual([after.etag, after.body], [before.etag, before.body]);
      assert.deepEqual((await client.get(path)).body, { data: [] });
    });

    it('[D4], [D60] when the output is gone, or of another Live, then it is not found, before the body is judged', async () => {
      const { client, path } = await open();
      const { id } = await make(client, path);
      const other = await createTestLive(client);
      await client.delete(`${path}/${id}`);
      const { id: another } = await make(client, `${other.path}/outputs`);
      for (const missing of [id, another, 'none', 'x%00']) {
        assertProblem(await client.patch(`${path}/${missing}`, { name: 5 }), 404, 'not_found');
        assertProblem(await client.delete(`${path}/${missing}`), 404, 'not_found');
        for (const action of ['identify', 'reload', 'rotate']) {
          assertProblem(await client.post(`${path}/${missing}/${action}`, {}), 404, 'not_found');
        }
      }
    });

    it('[D60] when what is sent means nothing, then it is refused and nothing changes', async () => {
      const { client, path } = await open();
      const { url, ...output } = await make(client, path);
      const malformed: [string, object][] = [
        ['/name', { name: ' ' }],
        ['/view', { view: 'balcony' }],
        ['/settings/theme', { settings: { theme: 'pink' } }],
        ['/settings/scale', { settings: { scale: 9 } }],
        ['/settings/scale', { settings: { scale: '1' } }],
        ['/settings/lang', { settings: { lang: 'fr' } }],
        ['/settings/translations', { settings: { translations: [] } }],
        ['/settings/translations', { settings: { translations: ['one', 'ONE'] } }],
        ['/settings/translations', { settings: { translations: ['one', 'two', 'three', 'four', 'five'] } }],
        ['/settings/show', { settings: { show: [] } }],
        ['/settings/show/0', { settings: { show: ['footnotes'] } }],
        ['/settings/align', { settings: { align: 'justify' } }],
        ['/settings/margin', { settings: { margin: 21 } }],
        ['/settings/margin', { settings: { margin: 1.5 } }],
        ['/settings/css', { settings: { css: 'body{}' } }],
        ['/background', { background: 'black' }],
      ];
      for (const [pointer, body] of malformed) {
        const created = await client.post(path, { name: 'Other', view: 'screen', ...body });
        assertPointer(created, 'invalid_fields', pointer);
        const changed = await client.patch(`${path}/${output.id}`, body);
        assertPointer(changed, 'invalid_fields', pointer);
      }
      assertProblem(await client.post(path, { name: 'Other' }), 422, 'invalid_fields');
      assertProblem(await client.post(path, { view: 'screen' }), 422, 'invalid_fields');
      for (const action of ['identify', 'reload', 'rotate']) {
        assertProblem(await client.post(`${path}/${output.id}/${action}`, { force: true }), 422, 'invalid_fields');
      }
      const unknown = { settings: { translations: ['nowhere'] } };
      assertProblem(await client.patch(`${path}/${output.id}`, unknown), 422, 'invalid_fields');
      assert.deepEqual((await client.get(path)).body, { data: [output] });
    });

    it('[D60] when a translation is not enabled in the library, then no output can name it', async () => {
      const client = api(world.lectern, await createTestAccount(world.lectern));
      const live = await createTestLive(client);
      const body = { name: 'Screen', view: 'screen', settings: { translations: ['one'] } };
      assertProblem(await client.post(`${live.path}/outputs`, body), 403, 'edition_not_enabled');
    });

    it('[D9] when an output is made or rotated with an Idempotency-Key, then it is refused', async () => {
      const { client, path } = await open();
      const { id } = await make(client, path);
      const headers = { 'idempotency-key': 'k' };
      const again = await client.post(path, { name: 'Other', view: 'screen' }, { headers });
      assertProblem(again, 422, 'idempotency_unsupported');
      assertProblem(await client.post(`${path}/${id}/rotate`, {}, { headers }), 422, 'idempotency_unsupported');
    });

    it(`[D60] when a Live has ${OUTPUTS_PER_LIVE_MAX} outputs, then it gets no further one, also of many at once`, async () => {
      const { client, path } = await open();
      const responses = await Promise.all(
        Array.from({ length: OUTPUTS_PER_LIVE_MAX + 4 }, () => client.post(path, { name: 'Wall', view: 'screen' })),
      );
      const refused = responses.filter(({ status }) => status !== 201);
      assert.equal(refused.length, 4);
      for (const response of refused) assertProblem(response, 409, 'quota_exceeded');
      const { data } = (await client.get(path)).body;
      assert.equal(data.length, OUTPUTS_PER_LIVE_MAX);
      await client.delete(`${path}/${data[0].id}`);
      await make(client, path);
    });

    it('[D60] when a Live is deleted, then its outputs are gone', async () => {
      const { client, path, live } = await open();
      const { id } = await make(client, path);
      const { etag } = await client.get(live);
      await client.delete(live, { ifMatch: etag! });
      assert.equal(await world.lectern.installation.storage.outputs.find(id), null);
    });

    it('[D43], [D60] when outputs are managed, then the audit names the Live and the output, and no key', async () => {
      const { client, path, live } = await open();
      const { id, url } = await make(client, path);
      const { url: rotated } = (await client.post(`${path}/${id}/rotate`, {})).body;
      const { kind, id: owner } = client.owner;
      const page = { limit: 10, before: null, since: null };
      const records = await world.lectern.installation.storage.audit.list({ kind, id: owner } as never, page);
      assert.deepEqual(
        records.slice(0, 2).map(({ operation, resource, detail }) => [operation, resource, detail]),
        [
          ['rotateOutput', live.split('/').pop(), 'Projector'],
          ['createOutput', live.split('/').pop(), 'Projector'],
        ],
      );
      for (const secret of [url, rotated]) assert.ok(!JSON.stringify(records).includes(secret.split('#')[1]));
    });
  });
}
