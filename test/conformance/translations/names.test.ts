import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { saveEdition } from '../../../src/editions/save-edition.ts';
import { type Api, api, type JsonDocument } from '../../support/requests/api.ts';
import { createTestAccount, createTestOrganization, PAGE_ENGINES, smallEdition } from '../../support/server/lectern.ts';
import { type OwnedLive, useInProcessServer } from '../../support/server/suite-server.ts';

const VERSES = {
  19: { 23: { 1: 'El Señor es mi pastor' } },
  43: { 3: { 16: 'Porque de tal manera', 17: 'Porque no' } },
};
const JOHN = { long: 'El Evangelio según San Juan', short: 'San Juan', abbreviation: 'Jn' };
const PSALMS = { long: null, short: 'Salmos', abbreviation: null };

const edition = (slug: string, tag: string | null, names: Readonly<Record<number, object>>) => {
  const small = smallEdition(slug, VERSES, { language: 'und', language_tag: tag });
  return { ...small, books: small.books.map((book) => ({ ...book, names: names[book.book_id] as typeof JOHN })) };
};
const SPANISH = edition('rv', 'es', { 43: JOHN, 19: PSALMS });
const ARABIC = edition('ar', 'ar', { 43: { ...JOHN, long: null, short: 'يوحنا', abbreviation: null } });

for (const engine of PAGE_ENGINES) {
  describe(`[D71] names of the books of an edition, on ${engine}`, () => {
    const world = useInProcessServer({ engine, editions: [SPANISH, ARABIC] });
    let live: OwnedLive;
    let client: Api;
    before(async () => {
      live = await world.openLive();
      await live.write('PATCH', '/settings', { translations: ['rv', 'ar'] });
      client = api(world.lectern, live.owner);
    });
    const namesOf = async (slug: string): Promise<JsonDocument> =>
      (await client.get(`/v1/translations/${slug}/names`)).body;
    const lookUp = async (q: string): Promise<JsonDocument> =>
      (await client.get(`/v1/lives/${live.liveId}/lookup?q=${encodeURIComponent(q)}`)).body;

    it('when names are read, then all books are listed, with language, direction and revision, for every kind of credential', async () => {
      const { revision, ...names } = await namesOf('RV');
      assert.deepEqual(names, {
        slug: 'rv',
        language_tag: 'es',
        direction: 'ltr',
        books: [
          { book_id: 19, ...PSALMS, cited: 'Salmos' },
          { book_id: 43, ...JOHN, cited: 'San Juan' },
        ],
      });
      const arabic = await namesOf('ar');
      assert.deepEqual(
        [arabic.direction, arabic.books[0]],
        ['rtl', { book_id: 19, long: null, short: null, abbreviation: null, cited: 'Psalms' }],
      );
      // A known edition without a text has no revision and no names.
      const known = await namesOf('synodal');
      assert.deepEqual([known.revision, known.language_tag, known.direction, known.books], [null, null, 'ltr', []]);
      const account = api(world.lectern, await createTestAccount(world.lectern));
      assert.equal((await account.get('/v1/translations/rv/names')).body.revision, revision);
      assert.equal((await client.get('/v1/translations/none/names')).status, 404);
      const without = api(world.lectern, await createTestOrganization(world.lectern, ['translation.list']));
      assert.equal((await without.get('/v1/translations/rv/names')).body.code, 'insufficient_scope');
    });

    it('when a name changes with a new import, then the revision changes, and what was shown before keeps its citation', async () => {
      const controller = await world.openLive();
      await controller.push('san juan 3:16');
      const { revision } = await namesOf('rv');
      const renamed = edition('rv', 'es', { 43: { ...JOHN, short: 'Juan' }, 19: PSALMS });
      await saveEdition(world.lectern.installation.editions, renamed);
      const again = await namesOf('rv');
      assert.notEqual(again.revision, revision);
      assert.equal(again.books[1].short, 'Juan');
      assert.equal((await controller.call('GET', '/now')).body.focus.reference, 'San Juan 3:16');
      assert.equal((await controller.call('GET', '/history')).body.data[0].reference, 'San Juan 3:16');
      await saveEdition(world.lectern.installation.editions, SPANISH);
    });

    it('when a Live shows them, then passages are read and cited by their names, in every place', async () => {
      for (const typed of ['San Juan 3:16', 'jn 3,16', 'يوحنا ٣:١٦', 'john 3 16']) {
        const { reading, data } = await lookUp(typed);
        assert.deepEqual([reading, data[0].reference], ['one', 'San Juan 3:16'], typed);
      }
      const { data } = await lookUp('salmos 23');
      assert.deepEqual([data[0].reference, data[0].texts[0].language_tag], ['Salmos 23', 'es']);
      assert.deepEqual(
        (await lookUp('sa')).data
          .map(({ reference }: JsonDocument) => reference)
          .filter((name: string) => /^Sa/.test(name)),
        ['Salmos', 'San Juan'],
      );
      await live.push('يوحنا ٣:١٦');
      const { focus, next } = (await live.call('GET', '/now')).body;
      assert.deepEqual(
        [focus.reference, focus.texts.map(({ language_tag: tag }: JsonDocument) => tag), next.reference],
        ['San Juan 3:16', ['es', 'ar'], 'San Juan 3:17'],
      );
      assert.equal((await live.call('GET', '/pages')).body.data[0].reference, 'San Juan 3:16');
      assert.equal((await live.call('GET', '/history')).body.data[0].reference, 'San Juan 3:16');
      const { lines } = (await live.call('GET', '/chapters/43/3')).body;
      assert.deepEqual(
        lines[0].texts.map(({ language_tag: tag }: JsonDocument) => tag),
        ['es', 'ar'],
      );
      await live.write('PATCH', '/settings', { reference: 'san juan 3:16-17' });
      assert.equal((await live.call('GET', '/settings')).body.reference, 'John 3:16-17');
    });

    it('when nothing names a Live, then the library of the caller counts, and no other', async () => {
      const read = async (by: Api) => (await by.get(`/v1/references?q=${encodeURIComponent('يوحنا ٣:١٦')}`)).body.data;
      assert.equal((await read(client))[0].reference, 'John 3:16');
      assert.deepEqual(await read(api(world.lectern, await createTestAccount(world.lectern))), []);
      const { body } = await client.post('/v1/references/extract', {
        text: 'Leemos San Juan 3:16 hoy',
        language: 'de',
      });
      assert.deepEqual(
        body.data.map(({ start, end, reference }: JsonDocument) => [start, end, reference]),
        [[7, 20, 'Johannes 3,16']],
      );
    });
  });
}
