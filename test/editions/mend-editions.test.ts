import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { TranslationRights } from '../../src/contract/schemas/translation.ts';
import { eventually } from '../support/requests/pusher.ts';
import { PAGE_ENGINES } from '../support/server/lectern.ts';
import { useInProcessServer } from '../support/server/suite-server.ts';

const CHECKS = { format: 'USFM', gaps: ['MRK 1:3'], gap_count: 1, warnings: [], warning_count: 0 };
const VERSES = [
  { chapter: 1, verse: 1, text: 'As it was.' },
  { chapter: 1, verse: 2, last: 3, text: 'And is.' },
];

for (const engine of PAGE_ENGINES) {
  describe(`editions of earlier versions on ${engine}`, () => {
    const { lectern } = useInProcessServer({ engine });

    const install = (slug: string, rights: Partial<TranslationRights>) =>
      lectern.installation.editions.import({
        id: `old-${slug}`,
        slug,
        name: 'Small Bible',
        language: 'und',
        rights: {
          edition: 'Small Bible',
          rights_status: 'Unknown',
          source_url: 'Unknown',
          attribution: 'Small Bible (rights unknown)',
          ...rights,
        },
        provenance: { archive_sha256: 'a'.repeat(64), reviewed_on: null, source_id: 'small' },
        books: [{ bookId: 41, name: 'Mark', verses: VERSES }],
        checks: CHECKS,
      });
    const find = async (slug: string) => (await lectern.installation.editions.reload(slug))!;

    it('[D30] when rights were stored as unknown, then a start makes a new revision that has the same text, and the old one keeps its rights', async () => {
      await install('plain', {});
      await install('copyright', { attribution: '© Society (rights unknown)', copyright: '© Society' });
      await install('by-hand', { attribution: 'By hand' });
      await install('known', { rights_status: 'Public domain', attribution: 'Small Bible (rights unknown)' });
      await lectern.restart();
      // The first start may have mended some of them while they were imported.
      for (const slug of ['plain', 'copyright', 'by-hand']) {
        await eventually('the start mends all', async () => (await find(slug)).revisionId !== `old-${slug}`);
      }
      const { storage } = lectern.installation;

      for (const [slug, status, attribution] of [
        ['plain', 'unknown', 'Small Bible'],
        ['copyright', '© Society', '© Society'],
        ['by-hand', 'unknown', 'By hand'],
      ] as const) {
        const { rights, revisionId, provenance, bookIds } = await find(slug);
        assert.deepEqual([rights.rights_status, rights.attribution], [status, attribution]);
        assert.notEqual(revisionId, `old-${slug}`);
        assert.deepEqual([provenance.source_id, bookIds], ['small', [41]]);
        assert.deepEqual(await storage.editions.findBook(revisionId!, 41), {
          bookId: 41,
          name: 'Mark',
          verses: VERSES,
        });
        const installed = (await storage.editions.listInstalled()).find((each) => each.slug === slug);
        assert.deepEqual([installed?.number, installed?.checks], [2, CHECKS]);
        assert.equal((await storage.editions.findRevision(`old-${slug}`))?.rights.rights_status, 'Unknown');
      }
      assert.equal((await find('known')).revisionId, 'old-known');

      const { revisionId } = await find('plain');
      await lectern.installation.mendEditions(new AbortController().signal);
      assert.equal((await find('plain')).revisionId, revisionId, 'a second start changes nothing');
    });

    it('[D30] when the server is stopping, then no further edition is mended', async () => {
      await install('late', {});
      await lectern.installation.mendEditions(AbortSignal.abort());
      assert.equal((await find('late')).revisionId, 'old-late');
    });
  });
}
