import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { KNOWN_EDITIONS } from '../../../src/editions/known-editions.ts';
import { saveEdition } from '../../../src/editions/save-edition.ts';
import { type Api, api, type JsonDocument } from '../../support/requests/api.ts';
import { createTestAccount, PAGE_ENGINES, smallEdition } from '../../support/server/lectern.ts';
import { useInProcessServer } from '../../support/server/suite-server.ts';

const KNOWN_SLUGS = KNOWN_EDITIONS.map(({ slug }) => slug).sort();

describe('[D28] the editions that come known', () => {
  it('when the known editions are counted, then there are at least twenty, each once, in every language of the interface', () => {
    assert.ok(KNOWN_EDITIONS.length >= 20);
    for (const each of ['slug', 'sourceId'] as const) {
      assert.equal(new Set(KNOWN_EDITIONS.map((edition) => edition[each])).size, KNOWN_EDITIONS.length);
    }
    assert.deepEqual(new Set(KNOWN_EDITIONS.map(({ language }) => language)), new Set(['en', 'de', 'pt', 'und']));
  });

  it('when a known edition is read, then its slug is a valid slug, its rights are complete, and its address is fetched by HTTPS', () => {
    for (const { slug, name, rights, archive } of KNOWN_EDITIONS) {
      assert.match(slug, /^[a-z0-9-]{2,32}$/);
      assert.ok(name && rights.edition && rights.attribution && rights.rights_status, slug);
      for (const address of [archive.url, rights.source_url]) assert.equal(new URL(address).protocol, 'https:', slug);
      // Anyone may show, copy and change them: no clause forbids trade or changes.
      assert.match(rights.license_id ?? rights.rights_status, /^(Public domain|CC-BY-4\.0|CC-BY-SA-4\.0)/, slug);
      assert.ok(archive.sha256 === null || /^[0-9a-f]{64}$/.test(archive.sha256), slug);
    }
  });
});

for (const engine of PAGE_ENGINES) {
  describe(`[D28] the catalogue on ${engine}`, () => {
    const { lectern } = useInProcessServer({ engine });
    let client: Api;
    before(async () => {
      client = api(lectern, await createTestAccount(lectern));
    });

    const readAll = async (limit: number): Promise<JsonDocument[]> => {
      const found: JsonDocument[] = [];
      for (let after: string | null = null; ; ) {
        const url: string = `/v1/translations?limit=${limit}${after === null ? '' : `&after=${after}`}`;
        const { status, body } = await client.get(url);
        assert.equal(status, 200);
        found.push(...body.data);
        after = body.next_cursor;
        if (after === null) return found;
        assert.equal(body.data.length, limit);
      }
    };

    it('when the catalogue is listed, then it has what is known and not installed, with its rights, and each is readable by its slug', async () => {
      const all = await readAll(100);
      assert.deepEqual(
        all.map(({ slug }) => slug),
        KNOWN_SLUGS,
      );
      for (const edition of all) {
        assert.deepEqual([edition.installed, edition.book_ids], [false, []]);
        assert.deepEqual((await client.get(`/v1/translations/${edition.slug.toUpperCase()}`)).body, edition);
      }
    });

    it('when editions are installed or pages vary in length, then the order stays the same', async () => {
      // Before, between and after those that are known, and one of them.
      const installed = ['00', 'aaa', KNOWN_SLUGS[7]!, 'nnn', 'zzz'];
      for (const slug of installed) {
        await saveEdition(lectern.installation.editions, smallEdition(slug, { 43: { 3: { 16: 'words' } } }));
      }
      const expected = [...new Set([...KNOWN_SLUGS, ...installed])].sort();
      for (const limit of [1, 2, 3, 7, 50, 100]) {
        const all = await readAll(limit);
        assert.deepEqual(
          all.map(({ slug }) => slug),
          expected,
          `pages of ${limit}`,
        );
        assert.deepEqual(
          all.filter((edition) => edition.installed).map(({ slug }) => slug),
          installed.toSorted(),
        );
      }
    });

    it('when a known edition is imported, then the imported one wins', async () => {
      const slug = KNOWN_SLUGS[3]!;
      const path = `/v1/translations/${slug}`;
      const before = await client.get(path);
      assert.equal(before.body.installed, false);
      await saveEdition(lectern.installation.editions, smallEdition(slug, { 43: { 3: { 16: 'words' } } }));
      const { body, etag } = await client.get(path, { headers: { 'if-none-match': before.etag! } });
      assert.deepEqual([body.installed, body.name, body.book_ids], [true, `Edition ${slug}`, [43]]);
      assert.notEqual(etag, before.etag);
    });

    it('when the server starts, then the catalogue is not written to the database, and what is there stays as it is', async () => {
      const kept = await lectern.installation.storage.editions.list({ limit: 100, after: null });
      await lectern.restart();
      client = api(lectern, client.owner);
      assert.deepEqual(await lectern.installation.storage.editions.list({ limit: 100, after: null }), kept);
      assert.ok(kept.every(({ revisionId }) => revisionId !== null));
    });
  });
}
