import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { type Api, api, type JsonDocument } from '../../support/requests/api.ts';
import { joinAudience } from '../../support/requests/viewer.ts';
import { PAGE_ENGINES, smallEdition } from '../../support/server/lectern.ts';
import { type OwnedLive, useInProcessServer } from '../../support/server/suite-server.ts';

const verses = (count: number, word: string) =>
  Object.fromEntries(Array.from({ length: count }, (_, index) => [index + 1, `${word} ${index + 1}`]));
/** Joel 3 of the one is Joel 4 of the other. */
const ENGLISH = smallEdition('english', {
  29: { 1: verses(20, 'E1'), 2: verses(32, 'E2'), 3: verses(21, 'E3') },
  19: { 51: verses(19, 'E51') },
  43: { 3: verses(36, 'E') },
});
const GERMAN = smallEdition(
  'german',
  {
    29: { 1: verses(20, 'G1'), 2: verses(27, 'G2'), 3: verses(5, 'G3'), 4: verses(21, 'G4') },
    19: { 51: verses(21, 'G51') },
    43: { 3: verses(36, 'G') },
  },
  { name: 'Deutsche', language: 'de' },
);
const CLOSED = smallEdition('closed', { 43: { 3: verses(36, 'C'), 4: verses(54, 'C4') } }, { name: 'Closed' });
const EDITIONS = [
  ENGLISH,
  GERMAN,
  { ...CLOSED, rights: { ...CLOSED.rights, rights_status: 'Copyrighted', license_id: 'CC-BY-NC-4.0' } },
];

for (const engine of PAGE_ENGINES) {
  describe(`[D72] a translation of one's own on ${engine}`, () => {
    const world = useInProcessServer({ engine, editions: EDITIONS, settings: { LECTERN_LIVES_PER_OWNER: '100' } });
    let operator: OwnedLive;
    let client: Api;
    before(async () => {
      operator = await world.openLive();
      client = api(world.lectern, operator.owner);
    });
    const get = async (path: string, headers = {}) => {
      const response = await fetch(`${world.url}/l/${operator.liveId}/${path}`, { headers });
      const body = (await response.json()) as JsonDocument;
      return { status: response.status, caching: response.headers.get('cache-control'), body };
    };
    const texts = async (): Promise<JsonDocument[]> => (await get('texts')).body.data;
    const phonesPath = (slug: string) => `/v1/organizations/${operator.owner.id}/translations/${slug}/phones`;
    const shownItem = async (): Promise<JsonDocument> => {
      const viewer = await joinAudience(world.url, operator.liveId);
      viewer.close();
      return viewer.state.items[0]!;
    };
    const chapterPath = async (slug: string, { book_id, chapter, numbering }: JsonDocument) => {
      const text = (await texts()).find((each) => each.slug === slug);
      return `text/${slug}/${text?.revision ?? 'gone'}/${numbering}/${book_id}/${chapter}`;
    };

    it('when the owner decides on an edition, then it is offered or not, null goes by its rights, and outside of the library it is 404', async () => {
      const offer = async (slug: string) => (await client.get(phonesPath(slug))).body;
      assert.deepEqual(await offer('english'), { phones: null, offered: true });
      assert.deepEqual(await offer('closed'), { phones: null, offered: false });
      const names = async () => (await texts()).map(({ name }) => name);
      assert.deepEqual(await names(), ['Deutsche', 'Edition english']);
      assert.deepEqual((await client.put(phonesPath('closed'), { phones: true })).body, {
        phones: true,
        offered: true,
      });
      assert.deepEqual((await client.put(phonesPath('german'), { phones: false })).body, {
        phones: false,
        offered: false,
      });
      assert.deepEqual(await names(), ['Closed', 'Edition english']);
      await client.put(phonesPath('closed'), { phones: null });
      await client.put(phonesPath('german'), { phones: null });
      assert.equal((await client.get(phonesPath('kjv'))).status, 404);
      assert.equal((await client.put(phonesPath('kjv'), { phones: true })).status, 404);
      assert.equal((await client.put(phonesPath('german'), { phones: 'yes' })).status, 422);
    });

    it('when a chapter has other numbers in the edition of a phone, then the same text is found, with both numbers', async () => {
      await operator.push('Joel 3:1', { translations: ['english'] });
      const item = await shownItem();
      const { status, caching, body } = await get(await chapterPath('german', item));
      assert.deepEqual([status, caching], [200, 'public, max-age=86400']);
      assert.deepEqual(
        [body.book_id, body.chapter, body.language_tag, body.direction, body.lines.length],
        [29, 3, 'de', 'ltr', 21],
      );
      assert.deepEqual(body.lines[0], { verse: 1, texts: [{ chapter: 4, verse: 1, text: 'G4 1' }] });
      assert.equal(body.attribution, (await texts()).find(({ slug }) => slug === 'german')!.attribution);
    });

    it('when an edition counts the title of a psalm as verses, then it stands with the first verse', async () => {
      await operator.push('Psalm 51:1', { translations: ['english'], replace: true });
      const { body } = await get(await chapterPath('german', await shownItem()));
      assert.deepEqual(
        body.lines
          .slice(0, 2)
          .map(({ verse, texts: all }: JsonDocument) => [verse, all.map((each: JsonDocument) => each.verse)]),
        [
          [1, [1, 2, 3]],
          [2, [4]],
        ],
      );
      await operator.push('Joel 3:1', { translations: ['english'], replace: true });
    });

    it('when revision or numbering are others, or the edition is not offered, then it is 404, which nothing keeps', async () => {
      const path = await chapterPath('german', await shownItem());
      const [, slug, revision, numbering, ...rest] = path.split('/');
      for (const wrong of [
        ['text', slug, `${revision}x`, numbering, ...rest],
        ['text', slug, revision, `${numbering}x`, ...rest],
        ['text', slug, revision, 'KJV', ...rest],
        ['text', 'closed', revision, numbering, ...rest],
        ['text', slug, revision, numbering, rest[0], '99'],
        ['text', slug, revision, numbering, 'x', '3'],
      ]) {
        const { status, caching } = await get(wrong.join('/'));
        assert.deepEqual([status, caching], [404, 'no-store'], wrong.join('/'));
      }
      await client.put(phonesPath('german'), { phones: false });
      assert.equal((await get(path)).status, 404);
      await client.put(phonesPath('german'), { phones: null });
      assert.equal((await get(path)).status, 200);
    });

    it('when a text is not free, then only chapters of what was shown since the start are given, and no shared cache keeps them', async () => {
      await client.put(phonesPath('closed'), { phones: true });
      await operator.push('John 3:16', { translations: ['english'], replace: true });
      const item = await shownItem();
      const shown = await get(await chapterPath('closed', item));
      assert.deepEqual([shown.status, shown.caching], [200, 'private, max-age=3600']);
      assert.equal((await get(await chapterPath('closed', { ...item, chapter: 4 }))).status, 404);
      await operator.push('Joel 1:1', { translations: ['english'], replace: true });
      assert.equal((await get(await chapterPath('closed', item))).status, 200, 'of the history');
      await operator.write('PATCH', '/playback', { status: 'stopped' });
      await operator.write('PATCH', '/playback', { status: 'running' });
      assert.equal((await get(await chapterPath('closed', item))).status, 404, 'from before the start');
    });

    it('when the Live is protected, then texts need admission, and nothing keeps them', async () => {
      await operator.push('John 3:16', { translations: ['english'], replace: true });
      const path = await chapterPath('german', await shownItem());
      const { secret } = await operator.write('POST', '/audience-secret', {});
      for (const each of ['texts', path]) {
        const { status, caching, body } = await get(each);
        assert.deepEqual([status, caching, body.code], [403, 'no-store', 'forbidden']);
      }
      const admitted = await fetch(`${world.url}/l/${operator.liveId}/secret`, {
        method: 'POST',
        body: new URLSearchParams({ secret }),
        redirect: 'manual',
      });
      const cookie = admitted.headers.get('set-cookie')!.split(';')[0]!;
      const { status, caching } = await get(path, { cookie });
      assert.deepEqual([status, caching], [200, 'private, no-store']);
      await operator.write('DELETE', '/audience-secret');
    });
  });
}
