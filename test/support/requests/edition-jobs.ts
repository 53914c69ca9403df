import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { EditionJob } from '../../../src/contract/edition-jobs.ts';
import { EDITION_PART_BYTES } from '../../../src/contract/limits.ts';
import type { EditionJobs } from '../../../src/domain/edition-jobs/edition-jobs.ts';
import { TEST_ACTOR } from './live-state.ts';

/** Splits a file into the parts of an upload. */
export const toParts = (file: Buffer): Buffer[] =>
  Array.from({ length: Math.ceil(file.length / EDITION_PART_BYTES) }, (_, part) =>
    file.subarray(part * EDITION_PART_BYTES, (part + 1) * EDITION_PART_BYTES),
  );

export const sha256Of = (file: Buffer): string => createHash('sha256').update(file).digest('hex');

/** Uploads a file and begins its check. */
export async function uploadEdition(
  jobs: EditionJobs,
  name: string,
  file: Buffer,
  sha256 = sha256Of(file),
): Promise<EditionJob> {
  const { id } = await jobs.startUpload({ name, size: file.length }, TEST_ACTOR);
  for (const [part, content] of toParts(file).entries()) await jobs.addPart(id, part, content);
  return jobs.finishUpload(id, sha256);
}

/** Waits until a job no longer runs. */
export async function waitForJob(jobs: EditionJobs, id: string): Promise<EditionJob> {
  const end = performance.now() + 50_000;
  for (;;) {
    const job = await jobs.find(id);
    if (!['queued', 'checking', 'importing'].includes(job.state)) return job;
    assert.ok(performance.now() < end, `the job is still ${job.state}`);
    await sleep(20);
  }
}
