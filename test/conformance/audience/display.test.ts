import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { saveEdition } from '../../../src/editions/save-edition.ts';
import type { JsonDocument } from '../../support/requests/api.ts';
import { createLiveController, type LiveController } from '../../support/requests/live-controller.ts';
import {
  createTestAccount,
  createTestOrganization,
  PAGE_ENGINES,
  smallEdition,
  type TestOwner,
} from '../../support/server/lectern.ts';
import { useInProcessServer } from '../../support/server/suite-server.ts';

const OWNERS = ['organization', 'account'] as const;

/** [Resources]: the fields of each read of a Live, beside the owner's, which those that have one name. */
const READS: [string, string[], 'owned' | 'plain'][] = [
  ['', ['id', 'name', 'status', 'mode', 'paused', 'sequence'], 'owned'],
  ['/display', ['live_id', 'status', 'paused', 'showing', 'sequence', 'type', 'verses', 'snapshot'], 'owned'],
  ['/queue-items', ['live_id', 'sequence', 'data', 'next_cursor'], 'owned'],
  ['/playback', ['live_id', 'status', 'paused', 'showing', 'sequence'], 'plain'],
  ['/settings', ['live_id', 'sequence', 'reference', 'translations'], 'plain'],
];
const VERSE = ['book_id', 'book', 'chapter', 'verse', 'text', 'translation', 'rights', 'attribution'];
const RIGHTS = ['edition', 'rights_status', 'source_url', 'attribution'];

const fields = (value: object) => Object.keys(value).toSorted();

for (const engine of PAGE_ENGINES) {
  describe(`display on ${engine}`, () => {
    const { lectern } = useInProcessServer({ engine });
    const owners = {} as Record<(typeof OWNERS)[number], TestOwner>;

    before(async () => {
      const { editions, administration } = lectern.installation;
      const plain = smallEdition('plain', { 1: { 1: { 1: 'First', 2: 'Second' } } });
      const full = smallEdition('full', { 1: { 1: { 1: 'Erster' } } }, { language: 'de' });
      const more = {
        license_id: 'CC-BY-4.0',
        license_url: 'https://creativecommons.org/licenses/by/4.0/',
        copyright: '© Publisher',
        change_notice: 'Spelling',
      };
      await saveEdition(editions, plain);
      await saveEdition(editions, { ...full, rights: { ...full.rights, ...more } });
      owners.organization = await createTestOrganization(lectern);
      owners.account = await createTestAccount(lectern);
      for (const slug of ['plain', 'full']) {
        await administration.enableEdition(slug, { organization: owners.organization.id });
        await administration.enableEdition(slug, { account: owners.account.id });
      }
    });

    const open = (kind: (typeof OWNERS)[number]) =>
      createLiveController(lectern, owners[kind], { translations: ['plain', 'full'] });
    const display = async (controller: LiveController): Promise<JsonDocument> => {
      const response = await controller.get('/display');
      assert.equal(response.status, 200);
      return response.body;
    };

    for (const kind of OWNERS) {
      it(`[Resources] when a Live of an ${kind} is read, then the reads have exactly their fields, with one ETag and sequence`, async () => {
        const controller = await open(kind);
        for (const steps of [[], [{ book_id: 1 }]]) {
          for (const step of steps) await controller.push(step);
          const live = await controller.get();
          for (const [sub, names, owned] of READS) {
            const response = await controller.get(sub);
            const owner = owned === 'owned' ? [`${kind}_id`] : [];
            assert.deepEqual(fields(response.body), [...names, ...owner].toSorted(), sub);
            assert.equal(response.body.id ?? response.body.live_id, controller.id);
            if (owned === 'owned') assert.equal(response.body[`${kind}_id`], controller.owner.id);
            assert.deepEqual([response.etag, response.body.sequence], [live.etag, live.body.sequence], sub);
            assert.match(response.etag!, /^"[^"]+"$/, 'strong');
            assert.equal(response.headers.get('content-encoding'), null, '[D5] without content coding');
          }
        }
        const { data } = (await controller.get('/queue-items')).body;
        for (const item of data) assert.deepEqual(fields(item), ['id', 'position', 'verse']);
      });

      it(`[DisplayVerse], [TranslationRights] when the verses of an ${kind} are read, then they are credited, with optional rights only where known`, async () => {
        const controller = await open(kind);
        await controller.push({ book_id: 1 });
        const { verses, type, snapshot } = await display(controller);
        assert.deepEqual([type, snapshot, verses.length], ['scripture', null, 3]);
        const [first, second, erster] = verses;
        for (const verse of verses) {
          assert.deepEqual(fields(verse), VERSE.toSorted());
          assert.equal(verse.attribution, verse.rights.attribution);
        }
        assert.deepEqual([first.text, second.text, erster.text], ['First', 'Second', 'Erster']);
        assert.deepEqual([first.translation, erster.translation], ['plain', 'full']);
        assert.deepEqual(fields(first.rights), RIGHTS.toSorted());
        const more = ['license_id', 'license_url', 'copyright', 'change_notice'];
        assert.deepEqual(fields(erster.rights), [...RIGHTS, ...more].toSorted());
        assert.equal(erster.rights.copyright, '© Publisher');
      });

      it(`[D14] when a Live of an ${kind} is read, then type and verses describe the content, and showing says whether it is seen`, async () => {
        const controller = await open(kind);
        const seen = async () => {
          const { type, verses, showing, snapshot } = await display(controller);
          assert.equal(snapshot, null);
          return [type, verses.length, showing];
        };
        const queue = async () => (await controller.items()).map(({ id }) => id);
        assert.deepEqual(await seen(), ['empty', 0, false]);
        await controller.play({ paused: false });
        assert.deepEqual(await seen(), ['empty', 0, false]);
        await controller.push({ book_id: 1 });
        assert.deepEqual(await seen(), ['scripture', 3, true]);
        await controller.play({ paused: true });
        assert.deepEqual(await seen(), ['scripture', 3, false]);
        await controller.play({ paused: false });
        assert.deepEqual(await seen(), ['scripture', 3, true]);
        await controller.play({ status: 'stopped' });
        assert.deepEqual(await seen(), ['scripture', 3, false]);
        await controller.play({ status: 'running', paused: false });
        assert.deepEqual(await seen(), ['scripture', 3, true]);
        for (const [left, id] of (await queue()).entries()) {
          assert.equal((await controller.send('DELETE', `/queue-items/${id}`)).status, 204);
          assert.deepEqual(await seen(), left === 2 ? ['empty', 0, false] : ['scripture', 2 - left, true]);
        }
      });
    }

    it('[D14] when the queue changes, then the verses stand in its order after each write', async () => {
      const controller = await open('account');
      const inOrder = async () => {
        const items = await controller.items();
        assert.deepEqual(
          (await display(controller)).verses,
          items.map(({ verse }) => verse),
        );
        return items.map(({ id }) => id);
      };
      await controller.push({ book_id: 1 });
      await controller.push({ book_id: 1, translation: 'full' });
      const ids = await inOrder();
      await controller.send('PUT', '/queue-items/order', { item_ids: [ids[2], ids[0], ids[3], ids[1]] });
      assert.deepEqual(await inOrder(), [ids[2], ids[0], ids[3], ids[1]]);
      await controller.send('DELETE', `/queue-items/${ids[0]}`);
      await inOrder();
    });

    it('[D5], [D13] when display and playback are read, then they honour If-None-Match, and HEAD is like GET', async () => {
      const controller = await open('organization');
      await controller.push({ book_id: 1 });
      for (const sub of ['/display', '/playback']) {
        const { etag, headers } = await controller.get(sub);
        for (const same of [etag!, `W/${etag}`, `"x", ${etag}`, '*']) {
          const response = await controller.get(sub, { 'if-none-match': same });
          assert.deepEqual([response.status, response.body, response.etag], [304, null, etag], same);
        }
        for (const other of ['"x"', 'W/"x"', `"${etag!.slice(1, -1)}0"`]) {
          assert.equal((await controller.get(sub, { 'if-none-match': other })).status, 200, other);
        }
        const head = await controller.head(sub);
        assert.deepEqual([head.status, head.body, head.etag], [200, null, etag]);
        for (const name of ['content-type', 'content-length', 'cache-control']) {
          assert.equal(head.headers.get(name), headers.get(name), name);
        }
        assert.equal(headers.get('cache-control'), 'private, no-store', '[D8]');
      }
    });
  });
}
