import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { retriesAfterRefusal } from '../../../web/viewer/stream/retries-after-refusal.ts';

/** Asks a server that responds so; `reloads` are the pages that had to be loaded again, and that could wait. */
async function ask(t: TestContext, response: () => Response | Promise<never>, admitted = true, reloaded = true) {
  t.mock.method(globalThis, 'fetch', async () => response());
  const reloads: boolean[] = [];
  const again = await retriesAfterRefusal('/l/x/stream', admitted, (must) => {
    reloads.push(must);
    return reloaded;
  });
  t.mock.restoreAll();
  return { again, reloads };
}

const problem = (status: number, code: string) => () =>
  new Response(JSON.stringify({ status, code }), { status, headers: { 'content-type': 'application/problem+json' } });

test('[D44] when a server is busy, then it is an outage', async (t) => {
  assert.deepEqual(await ask(t, problem(503, 'unavailable')), { again: true, reloads: [] });
});

for (const status of [401, 403, 404, 410, 500, 503]) {
  test(`[D44] when something in front of the server responds ${status}, then it is an outage`, async (t) => {
    const headers = { 'content-type': 'text/html' };
    const page = () => new Response('<h1>Not now</h1>', { status, headers });
    assert.deepEqual(await ask(t, page), { again: true, reloads: [] });
  });
}

test('[D20], [D42], [D44] when a page is shut, then it is loaded again, at once where it has content', async (t) => {
  for (const [status, code] of [
    [403, 'forbidden'],
    [403, 'processing_restricted'],
    [404, 'not_found'],
  ] as const) {
    assert.deepEqual(await ask(t, problem(status, code)), { again: false, reloads: [true] });
    assert.deepEqual(await ask(t, problem(status, code), false), { again: false, reloads: [false] });
    assert.deepEqual(await ask(t, problem(status, code), false, false), { again: true, reloads: [false] });
  }
});

test('[D44] when there is no response, or half a response, then it is an outage', async (t) => {
  const headers = { 'content-type': 'application/problem+json' };
  assert.equal((await ask(t, () => Promise.reject(new TypeError('fetch failed')))).again, true);
  assert.equal((await ask(t, () => new Response('{"code":', { status: 404, headers }))).again, true);
});
