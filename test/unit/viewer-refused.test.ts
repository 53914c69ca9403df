import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { refusedBy } from '../../web/viewer/refused.ts';

/** Asks a server that answers so; `reloads` are the pages that had to be loaded again, and that could wait. */
async function ask(t: TestContext, answer: () => Response | Promise<never>, admitted = true, reloaded = true) {
  t.mock.method(globalThis, 'fetch', async () => answer());
  const reloads: boolean[] = [];
  const outcome = await refusedBy('/l/x/stream', admitted, (must) => {
    reloads.push(must);
    return reloaded;
  });
  t.mock.restoreAll();
  return { outcome, reloads };
}

const problem = (status: number, code: string) => () =>
  new Response(JSON.stringify({ status, code }), { status, headers: { 'content-type': 'application/problem+json' } });

test('[D44] only the server itself says that a Live is no more', async (t) => {
  assert.deepEqual(await ask(t, problem(404, 'not_found')), { outcome: 'gone', reloads: [] });
  assert.deepEqual(await ask(t, problem(503, 'unavailable')), { outcome: 'retry', reloads: [] });
});

for (const status of [401, 403, 404, 410, 500, 503]) {
  test(`[D44] ${status} of something in front of it is an outage`, async (t) => {
    const headers = { 'content-type': 'text/html' };
    const page = () => new Response('<h1>Not now</h1>', { status, headers });
    assert.deepEqual(await ask(t, page), { outcome: 'retry', reloads: [] });
  });
}

test('[D20], [D42] a page that is shut is loaded again, at once where it has content', async (t) => {
  for (const code of ['forbidden', 'processing_restricted']) {
    assert.deepEqual(await ask(t, problem(403, code)), { outcome: 'stop', reloads: [true] });
    assert.deepEqual(await ask(t, problem(403, code), false), { outcome: 'stop', reloads: [false] });
    assert.deepEqual(await ask(t, problem(403, code), false, false), { outcome: 'retry', reloads: [false] });
  }
});

test('[D44] nobody answers, or with half an answer: an outage', async (t) => {
  const headers = { 'content-type': 'application/problem+json' };
  assert.equal((await ask(t, () => Promise.reject(new TypeError('fetch failed')))).outcome, 'retry');
  assert.equal((await ask(t, () => new Response('{"code":', { status: 404, headers }))).outcome, 'retry');
});
