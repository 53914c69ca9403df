import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { toLineText } from '../../src/contract/import-notices.ts';
import { EDITION_JOBS_OPEN_MAX, EDITION_PART_BYTES, EDITION_UPLOAD_MAX_BYTES } from '../../src/contract/limits.ts';
import type { EditionJobs } from '../../src/domain/edition-jobs/edition-jobs.ts';
import { Retention } from '../../src/domain/retention.ts';
import { sha256Of, toParts, uploadEdition, waitForJob } from '../support/requests/edition-jobs.ts';
import { TEST_ACTOR } from '../support/requests/live-state.ts';
import { toLargeOsis } from '../support/requests/osis-bible.ts';
import { createTestOrganization, PAGE_ENGINES } from '../support/server/lectern.ts';
import { useInProcessServer } from '../support/server/suite-server.ts';
import { DAMAGED_ARCHIVES } from './damaged-archives.ts';
import type { DamagedCase } from './damaged-case.ts';
import { DAMAGED_SWORD } from './damaged-sword.ts';
import { DAMAGED_USFM } from './damaged-usfm.ts';
import { DAMAGED_XML } from './damaged-xml.ts';
import { toZip } from './zip.ts';

const HOUR_MS = 3_600_000;
const MEBIBYTE = 1024 * 1024;
/** Most processor time in ms that the server's thread takes at a time. Parsing 12 MB takes several times as long. */
const BLOCK_MAX_MS = 500;

const MARK = Buffer.from('\\id MRK Small\n\\h Mark\n\\c 1\n\\p\n\\v 1 As it was.\n\\v 2 And is.\n');
/** A file of three parts. */
const PADDED = Buffer.concat([MARK, Buffer.alloc(2.5 * EDITION_PART_BYTES, '\\rem note\n')]);

/**
 * Measures how long the event loop is blocked, as processor time of its thread: other processes of a busy machine do
 * not count.
 */
function watchBlocks() {
  const readMs = () => {
    const { user, system } = process.threadCpuUsage();
    return (user + system) / 1000;
  };
  let [last, longest] = [readMs(), 0];
  const timer = setInterval(() => {
    const now = readMs();
    longest = Math.max(longest, now - last);
    last = now;
  }, 1);
  return {
    takeLongest() {
      const taken = longest;
      longest = 0;
      return taken;
    },
    stop: () => clearInterval(timer),
  };
}

const codeOf = (code: string) => (error: unknown) => (error as { code?: string }).code === code;

for (const engine of PAGE_ENGINES) {
  describe(`[D69] imports by upload on ${engine}`, () => {
    let jobs: EditionJobs;
    let passedMs = 0;

    const { lectern } = useInProcessServer({ engine, clock: () => Date.now() + passedMs });
    before(async () => {
      jobs = lectern.installation.editionJobs;
    });

    const revisionOf = async (slug: string) =>
      (await lectern.installation.storage.editions.find(slug))?.revisionId ?? null;
    const discardAll = async () => {
      for (const { id } of await jobs.list()) await jobs.discard(id, TEST_ACTOR);
    };
    const auditOf = async (resource: string) => {
      const records = await lectern.installation.storage.audit.list(null, { limit: 50, before: null, since: null });
      return records.filter((record) => record.resource === resource).map(({ operation }) => operation);
    };

    it('when the parts arrive in any order and twice, then the file is checked, and nothing is imported yet', async () => {
      const { id, received } = await jobs.startUpload({ name: 'mark.usfm', size: PADDED.length }, TEST_ACTOR);
      assert.deepEqual(received, []);
      const parts = toParts(PADDED);
      for (const part of [2, 0, 2]) await jobs.addPart(id, part, parts[part]!);
      assert.deepEqual((await jobs.find(id)).received, [0, 2]);
      await assert.rejects(jobs.finishUpload(id, sha256Of(PADDED)), codeOf('invalid_fields'), 'a part is missing');
      await jobs.addPart(id, 1, parts[1]!);
      await jobs.finishUpload(id, sha256Of(PADDED));
      const { state, report } = await waitForJob(jobs, id);
      assert.equal(state, 'ready');
      assert.deepEqual(report?.books, [{ code: 'MRK', name: 'Mark', chapters: 1, verses: 2, gaps: 0 }]);
      assert.deepEqual(
        [report?.slug, report?.name, report?.language, report?.rights.rights_status, report?.sha256, report?.replaced],
        ['mark', 'Small', 'und', 'unknown', sha256Of(PADDED), null],
      );
      assert.equal(await revisionOf('mark'), null);
      await discardAll();
    });

    it('when a person adds a slug, a name and rights, and agrees, then the edition is installed with them and audited', async () => {
      const { id } = await uploadEdition(jobs, 'mark.usfm', MARK);
      await waitForJob(jobs, id);
      const rights = { rights_status: 'Public domain', attribution: 'Mark, public domain' };
      await jobs.check(id, { slug: 'second', name: 'Second Mark', language: 'en', rights });
      const { report } = await waitForJob(jobs, id);
      assert.deepEqual([report?.slug, report?.name, report?.replaced], ['second', 'Second Mark', null]);
      await jobs.import(id, null, TEST_ACTOR);
      assert.equal((await waitForJob(jobs, id)).state, 'done');
      const edition = (await lectern.installation.storage.editions.find('second'))!;
      assert.deepEqual(
        [edition.name, edition.language, edition.rights.rights_status, edition.rights.attribution],
        ['Second Mark', 'en', 'Public domain', 'Mark, public domain'],
      );
      assert.equal(edition.provenance.archive_sha256, sha256Of(MARK));
      assert.deepEqual(await auditOf('second'), [TEST_ACTOR.operation, 'startEditionImport']);
      const [installed] = (await lectern.installation.storage.editions.listInstalled()).filter(
        ({ slug }) => slug === 'second',
      );
      assert.deepEqual([installed?.number, installed?.checks?.format], [1, 'USFM']);
      await assert.rejects(jobs.import(id, null, TEST_ACTOR), codeOf('stale_validator'), 'it is done');
      await discardAll();
    });

    it('when it replaces an edition, then the report says who uses it, and an outdated report imports nothing', async () => {
      const organization = await createTestOrganization(lectern);
      await lectern.installation.administration.enableEdition('second', { organization: organization.id });
      const { id } = await uploadEdition(jobs, 'second.usfm', MARK);
      const { report } = await waitForJob(jobs, id);
      const revision = await revisionOf('second');
      assert.equal(report?.replaced?.revision_id, revision);
      assert.deepEqual([report?.replaced?.name, report?.replaced?.books], ['Second Mark', 1]);
      const { organizations, accounts, lives } = report!.replaced!.use;
      assert.deepEqual([organizations, accounts, lives], [1, 0, 0]);
      await assert.rejects(jobs.import(id, null, TEST_ACTOR), codeOf('stale_validator'));
      const other = await uploadEdition(jobs, 'second.usfm', MARK);
      await waitForJob(jobs, other.id);
      await jobs.import(other.id, revision, TEST_ACTOR);
      await waitForJob(jobs, other.id);
      await assert.rejects(jobs.import(id, revision, TEST_ACTOR), codeOf('stale_validator'));
      assert.notEqual(await revisionOf('second'), revision);
      await discardAll();
    });

    it('when several people end an upload or agree at the same time, then it is checked and imported once, and goes on to its end', async () => {
      const { id } = await jobs.startUpload({ name: 'at-once.usfm', size: MARK.length }, TEST_ACTOR);
      await jobs.addPart(id, 0, MARK);
      for (const [step, end] of [
        [() => jobs.finishUpload(id, sha256Of(MARK)), 'ready'],
        [() => jobs.import(id, null, TEST_ACTOR), 'done'],
      ] as const) {
        const outcomes = await Promise.allSettled([step(), step(), step()]);
        const refused = outcomes.filter(({ status }) => status === 'rejected');
        assert.equal(refused.length, 2);
        for (const { reason } of refused as PromiseRejectedResult[]) assert.ok(codeOf('stale_validator')(reason));
        const job = await waitForJob(jobs, id);
        assert.deepEqual([job.state, job.refusal], [end, null]);
      }
      assert.notEqual(await revisionOf('at-once'), null);
      await discardAll();
    });

    it('[D43] when an import fails, then the log of actions says that it started and failed, not that it was done', async (t) => {
      const { id } = await uploadEdition(jobs, 'fails.usfm', MARK);
      assert.equal((await waitForJob(jobs, id)).state, 'ready');
      const lost = t.mock.method(lectern.installation.storage.editionJobs, 'findPart', async () => null);
      await jobs.import(id, null, TEST_ACTOR);
      assert.equal((await waitForJob(jobs, id)).state, 'refused');
      lost.mock.restore();
      assert.deepEqual(await auditOf('fails'), ['failEditionImport', 'startEditionImport']);
      await discardAll();
    });

    it('when an id cannot be one, then there is no such import', async () => {
      for (const id of ['a\0b', '\ud800', '../x', 'x'.repeat(65)]) {
        await assert.rejects(jobs.find(id), codeOf('not_found'));
        await assert.rejects(jobs.addPart(id, 0, MARK), codeOf('not_found'));
      }
    });

    it('when the digest differs, then the parts are deleted, and the upload can be sent again', async () => {
      const { id } = await jobs.startUpload({ name: 'mark.usfm', size: MARK.length }, TEST_ACTOR);
      await jobs.addPart(id, 0, Buffer.alloc(MARK.length, 'x'));
      await assert.rejects(jobs.finishUpload(id, sha256Of(MARK)), codeOf('invalid_fields'));
      assert.deepEqual((await jobs.find(id)).received, []);
      await jobs.addPart(id, 0, MARK);
      await jobs.finishUpload(id, sha256Of(MARK));
      assert.equal((await waitForJob(jobs, id)).state, 'ready');
      await discardAll();
    });

    it('when a part has a wrong number or length, then it is refused', async () => {
      const { id } = await jobs.startUpload({ name: 'mark.usfm', size: PADDED.length }, TEST_ACTOR);
      await assert.rejects(jobs.addPart(id, 3, MARK), codeOf('not_found'));
      await assert.rejects(jobs.addPart(id, -1, MARK), codeOf('not_found'));
      await assert.rejects(jobs.addPart(id, 0, MARK), codeOf('invalid_fields'));
      await assert.rejects(jobs.addPart('none', 0, MARK), codeOf('not_found'));
      await discardAll();
    });

    it('[D1] when a file is larger than 64 MiB, then the upload is refused before it begins', async () => {
      const size = EDITION_UPLOAD_MAX_BYTES + 1;
      await assert.rejects(jobs.startUpload({ name: 'large.zip', size }, TEST_ACTOR), (error: Error) => {
        assert.ok(codeOf('body_too_large')(error));
        assert.equal(error.message, '"large.zip" has 65 MiB. A file can have at most 64 MiB.');
        return true;
      });
      assert.deepEqual(await jobs.list(), []);
    });

    it('when too many imports are open, then a further one is refused, even of those that begin at once', async () => {
      const begin = () => jobs.startUpload({ name: 'mark.usfm', size: MARK.length }, TEST_ACTOR);
      const begun = await Promise.allSettled(Array.from({ length: EDITION_JOBS_OPEN_MAX + 3 }, begin));
      assert.equal(begun.filter(({ status }) => status === 'fulfilled').length, EDITION_JOBS_OPEN_MAX);
      for (const result of begun) if (result.status === 'rejected') assert.ok(codeOf('quota_exceeded')(result.reason));
      await discardAll();
    });

    it('when an upload is cancelled, then its parts are gone, and further ones are refused', async () => {
      const { id } = await jobs.startUpload({ name: 'mark.usfm', size: PADDED.length }, TEST_ACTOR);
      await jobs.addPart(id, 0, toParts(PADDED)[0]!);
      await jobs.discard(id, TEST_ACTOR);
      await assert.rejects(jobs.addPart(id, 1, toParts(PADDED)[1]!), codeOf('not_found'));
      assert.equal(await lectern.installation.storage.editionJobs.findPart(id, 0), null);
    });

    it('when a job begins to write its text while it is cancelled, then it is not cancelled, and loses nothing', async (t) => {
      const { id } = await uploadEdition(jobs, 'small.usfm', MARK);
      assert.equal((await waitForJob(jobs, id)).state, 'ready');
      const store = lectern.installation.storage.editionJobs;
      const find = store.find.bind(store);
      const enters = t.mock.method(store, 'find', async (wanted: string) => {
        const job = await find(wanted);
        const touchedAt = new Date(Date.now() + passedMs).toISOString();
        await store.update(wanted, { states: ['ready'] }, { state: 'importing', runner: 'another', touchedAt });
        return job;
      });
      await assert.rejects(jobs.discard(id, TEST_ACTOR), codeOf('stale_validator'));
      enters.mock.restore();
      assert.equal((await store.find(id))?.state, 'importing');
      assert.deepEqual(await store.listParts(id), [0]);
      await store.update(id, { states: ['importing'] }, { state: 'ready', runner: null });
      await discardAll();
    });

    it('when a known edition is installed, then its job is queued from the beginning', async (t) => {
      const store = lectern.installation.storage.editionJobs;
      const create = t.mock.method(store, 'create');
      const { id } = await jobs.install('kjv', TEST_ACTOR);
      assert.deepEqual(
        create.mock.calls.map(({ arguments: [job] }) => job.state),
        ['queued'],
      );
      assert.equal((await waitForJob(jobs, id)).state, 'done');
      await discardAll();
    });

    it('when nothing happens to an import for 24 hours, then it is deleted with its parts', async () => {
      const { id } = await jobs.startUpload({ name: 'mark.usfm', size: PADDED.length }, TEST_ACTOR);
      await jobs.addPart(id, 0, toParts(PADDED)[0]!);
      const { storage } = lectern.installation;
      const retention = new Retention(storage, { auditDays: 3_650, clock: Date.now }, assert.fail);
      await retention.sweep(Date.now() + 23 * HOUR_MS);
      assert.equal((await jobs.list()).length, 1);
      await retention.sweep(Date.now() + 25 * HOUR_MS);
      assert.deepEqual(await jobs.list(), []);
      assert.equal(await storage.editionJobs.findPart(id, 0), null);
    });

    it('when a job ends after it was read, then it does not look interrupted', async (t) => {
      const { editionJobs } = lectern.installation.storage;
      const find = editionJobs.find.bind(editionJobs);
      let isHeld = false;
      t.mock.method(editionJobs, 'find', async (id: string) => {
        const job = await find(id);
        if (isHeld || job?.state !== 'checking') return job;
        isHeld = true;
        while ((await find(id))?.state !== 'ready') await sleep(10);
        // The process forgets the job right after it has stored its end.
        await sleep(50);
        return job;
      });
      const { id, state } = await uploadEdition(jobs, 'mark.usfm', PADDED);
      assert.notEqual(state, 'interrupted');
      assert.equal((await waitForJob(jobs, id)).state, 'ready');
      assert.ok(isHeld);
      await discardAll();
    });

    it('when the server restarts during a check, then the import is interrupted, and starts again from its upload', async () => {
      const file = await toLargeOsis(6 * MEBIBYTE);
      const { id } = await uploadEdition(jobs, 'large.xml', file);
      passedMs += 60_000;
      await lectern.restart();
      jobs = lectern.installation.editionJobs;
      passedMs += 60_000;
      assert.equal((await jobs.find(id)).state, 'interrupted');
      await jobs.check(id, { slug: 'large' });
      assert.equal((await waitForJob(jobs, id)).report?.verses, 31_102);
      await discardAll();
    });

    // A worker thread parses on both databases; SQLite writes on the server's own. PostgreSQL has a whole Bible in the
    // tests of its search.
    if (engine !== 'sqlite') return;
    it('when the starter edition is installed, then it needs no network, and is ready at once', async () => {
      const { id } = await jobs.install('kjv', TEST_ACTOR);
      const job = await waitForJob(jobs, id);
      assert.deepEqual([job.state, job.report?.verses, job.report?.books.length], ['done', 31_102, 66]);
      assert.ok(await revisionOf('kjv'));
      await assert.rejects(jobs.install('unknown', TEST_ACTOR), codeOf('not_found'));
      await discardAll();
    });

    it('when a file of 12 MB is checked and imported, then the event loop is never blocked for long', async (t) => {
      const file = await toLargeOsis(12_000_000);
      const digest = sha256Of(file);
      const watched = watchBlocks();
      const { id } = await uploadEdition(jobs, 'large.xml', file, digest);
      const { report } = await waitForJob(jobs, id);
      assert.equal(report?.verses, 31_102);
      const whileChecked = watched.takeLongest();
      await jobs.import(id, null, TEST_ACTOR);
      assert.equal((await waitForJob(jobs, id)).state, 'done');
      const whileImported = watched.takeLongest();
      watched.stop();
      t.diagnostic(`longest block: ${whileChecked.toFixed()} ms checked, ${whileImported.toFixed()} ms imported`);
      assert.ok(Math.max(whileChecked, whileImported) < BLOCK_MAX_MS, `${whileChecked} ms, ${whileImported} ms`);
      await discardAll();
    });
  });
}

/** How many cases of a format are uploaded. The command imports all of them. */
const UPLOADED_PER_FORMAT = 1;

/** Cases of one file, which can be uploaded: the first of each format, and the bombs. */
const UPLOADED = Map.groupBy(
  [...DAMAGED_ARCHIVES, ...DAMAGED_USFM, ...DAMAGED_XML, ...DAMAGED_SWORD].filter(
    ({ files }) =>
      Object.keys(files).length === 1 && !Object.keys(files)[0]!.includes('/') && Object.values(files)[0]!.length > 0,
  ),
  ({ format }) => format,
)
  .values()
  .flatMap((cases) => cases.filter(({ name }, index) => index < UPLOADED_PER_FORMAT || /bomb|blow up/.test(name)))
  .toArray();

describe('[D30] a damaged or hostile upload is refused whole', () => {
  const { lectern } = useInProcessServer();

  const refuse = async ({ files }: Pick<DamagedCase, 'files'>) => {
    const { editionJobs: jobs } = lectern.installation;
    const [[name, content] = assert.fail()] = Object.entries(files);
    const file = Buffer.from(content as string);
    const { id } = await uploadEdition(jobs, name, file);
    const job = await waitForJob(jobs, id);
    assert.equal(job.state, 'refused', JSON.stringify(job.report));
    await jobs.discard(id, TEST_ACTOR);
    return job.refusal!.map(toLineText).join('\n');
  };

  it('when the damaged sources of the command are uploaded, then each message is the same, and nothing is installed', async () => {
    assert.ok(UPLOADED.length >= 10, `${UPLOADED.length}`);
    for (const damaged of UPLOADED) {
      const refusal = await refuse(damaged);
      assert.match(refusal, damaged.reason, `${damaged.format}: ${damaged.name}`);
    }
    assert.deepEqual(await lectern.installation.storage.editions.list({ limit: 10, after: null }), []);
  });

  it('when verses are missing or there are several modules, then the advice names what the page offers', async () => {
    const verses = Array.from({ length: 20 }, (_, index) => `\\v ${index + 1} ${index < 10 ? 'Words' : ''}\n`);
    const gaps = await refuse({ files: { 'gaps.usfm': `\\id MRK\n\\c 1\n\\p\n${verses.join('')}` } });
    assert.match(gaps, /If the edition really has these gaps, allow gaps$/);
    const module = (name: string) => ({ name: `mods.d/${name}.conf`, content: `[${name}]\n` });
    const several = await refuse({ files: { 'modules.zip': toZip([module('one'), module('two')]) } });
    assert.match(several, /2 modules \(one, two\): name the one to import$/);
  });
});
