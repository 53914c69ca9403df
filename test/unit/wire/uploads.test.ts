import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { describe, it, mock } from 'node:test';
import type { EditionJob } from '../../../src/contract/edition-jobs.ts';
import { EDITION_PART_BYTES } from '../../../src/contract/limits.ts';
import { importWeb } from '../../support/browser/import-web.ts';

interface Progress {
  readonly status: string;
  readonly failure?: unknown;
}
interface Uploading {
  stateOf(job: EditionJob): { peek(): Progress; subscribe(see: (progress: Progress) => void): void };
  start(job: EditionJob, file: Blob): Promise<void>;
  pause(job: EditionJob): Promise<void>;
  resume(job: EditionJob): void;
}
const { Uploads } = await importWeb<{
  Uploads: new (services: { csrf: string; onProblem(error: unknown): void; onEnd(): void }) => Uploading;
}>('installation/uploads.ts');

const BYTES = Buffer.alloc(2.5 * EDITION_PART_BYTES, 'text ');
const JOB = { id: 'a', state: 'uploading', size: BYTES.length, received: [] } as unknown as EditionJob;
const problem = (status: number, detail: string) =>
  Response.json({ status, code: 'code', title: detail, detail }, { status });

/**
 * An upload against a scripted server. `respond` may respond to a request instead of the server, which otherwise stores
 * parts. Node has no database of a browser, so files are not kept.
 */
async function upload(respond: (path: string, nth: number) => Response | Promise<Response> | undefined) {
  mock.timers.enable({ apis: ['setTimeout'] });
  const received = new Set<number>();
  const requests: string[] = [];
  const ended = Promise.withResolvers<void>();
  const problems: unknown[] = [];
  let digest: string | undefined;
  const fetched = mock.method(globalThis, 'fetch', async (address: string, init?: RequestInit) => {
    const path = address.split('/jobs')[1]!;
    requests.push(path);
    const aborted = new Promise<never>((_, reject) => {
      init?.signal?.addEventListener('abort', () => reject(new TypeError('aborted')));
    });
    const response = await Promise.race([respond(path, requests.filter((each) => each === path).length), aborted]);
    if (response) return response;
    if (path === '') return Response.json({ jobs: [{ ...JOB, received: [...received] }] });
    if (path.endsWith('/end')) ({ sha256: digest } = JSON.parse(String(init?.body)));
    else received.add(Number(path.split('/').at(-1)));
    return new Response(null, { status: 204 });
  });
  const uploads = new Uploads({ csrf: 'c', onProblem: (error) => problems.push(error), onEnd: () => ended.resolve() });
  /** Waits for a state of the upload, while the time of its pauses passes. */
  const until = async (holds: () => boolean) => {
    for (let turn = 0; !holds(); turn++) {
      assert.ok(turn < 20_000, JSON.stringify([requests, uploads.stateOf(JOB).peek()]));
      mock.timers.tick(1_000);
      await new Promise(setImmediate);
    }
  };
  await uploads.start(JOB, new Blob([BYTES]));
  return {
    uploads,
    requests,
    received,
    problems,
    until,
    status: () => uploads.stateOf(JOB).peek().status,
    async end() {
      let isEnded = false;
      void ended.promise.then(() => {
        isEnded = true;
      });
      await until(() => isEnded);
      fetched.mock.restore();
      mock.timers.reset();
      return digest;
    },
  };
}
const whole = createHash('sha256').update(BYTES).digest('hex');

describe('[D69] the upload of a file in parts', () => {
  it('when the server does not respond or cannot store a part, then it says why, retries and goes on', async () => {
    const failures: unknown[] = [];
    const one = await upload((path, nth) => {
      if (path !== '/a/parts/1' || nth > 2) return undefined;
      return nth === 1 ? Promise.reject(new TypeError('lost')) : problem(503, 'The disk is full.');
    });
    one.uploads.stateOf(JOB).subscribe(({ failure }) => failures.push(failure));
    assert.equal(await one.end(), whole);
    assert.ok(failures.some((failure) => failure instanceof TypeError));
    assert.ok(failures.some((failure) => failure instanceof Error && failure.message.includes('The disk is full.')));
    assert.deepEqual([[...one.received], one.problems], [[0, 1, 2], []]);
  });

  it('when it is paused while a response is out, then the request is aborted, and it goes on with the parts that are missing', async () => {
    const one = await upload((path, nth) =>
      path === '/a/parts/1' && nth === 1 ? new Promise<Response>(() => undefined) : undefined,
    );
    await one.until(() => one.requests.includes('/a/parts/1'));
    await one.uploads.pause(JOB);
    assert.equal(one.status(), 'paused');
    await one.until(() => true);
    one.uploads.resume(JOB);
    assert.equal(await one.end(), whole);
    assert.equal(one.requests.filter((path) => path === '/a/parts/0').length, 1, 'a stored part is not sent again');
    assert.deepEqual(one.problems, []);
  });

  it('when another tab has completed it, then it ends without a problem; when it is refused, then it is paused with one', async () => {
    const other = await upload((path) => (path === '/a/parts/1' ? problem(412, 'It is complete.') : undefined));
    await other.end();
    assert.deepEqual(other.problems, []);
    const refused = await upload((path) => (path === '/a/parts/1' ? problem(422, 'No.') : undefined));
    await refused.end();
    assert.deepEqual([refused.problems.length, refused.status()], [1, 'paused']);
  });
});
