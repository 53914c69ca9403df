import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { createLecternClient, type LecternClient, LecternProblem } from '../../clients/typescript/src/index.ts';
import { createTestOrganization } from '../support/server/lectern.ts';
import { useInProcessServer } from '../support/server/suite-server.ts';
import { problem, send, startScriptedServer } from './scripted-server.ts';

/** The problem that a call is refused with. */
async function refusal(call: Promise<unknown>): Promise<LecternProblem> {
  const error = await call.then(
    () => assert.fail('it was not refused'),
    (reason: unknown) => reason,
  );
  assert.ok(error instanceof LecternProblem, String(error));
  return error;
}

describe('createLecternClient()', () => {
  const { lectern } = useInProcessServer({ editions: 'starter' });
  let client: LecternClient;
  let organization_id: string;
  before(async () => {
    const owner = await createTestOrganization(lectern);
    organization_id = owner.id;
    client = createLecternClient({ baseUrl: lectern.url, token: owner.token });
  });

  const createLive = async () => {
    const path = { organization_id };
    const { data, response } = await client.POST('/v1/organizations/{organization_id}/lives', {
      params: { path },
      body: { name: 'Chapel' },
    });
    assert.equal(response.status, 201);
    return { live_id: data.id, etag: response.headers.get('etag')!, live: data };
  };
  const push = (live_id: string, etag: string, passage: string) =>
    client.POST('/v1/lives/{live_id}/passages', {
      params: { path: { live_id }, header: { 'if-match': etag } },
      body: { passage, translations: ['kjv'] },
    });

  test('when it reads and writes, then the content is typed by path and method', async () => {
    const { live_id, etag, live } = await createLive();
    assert.deepEqual([live.name, live.sequence], ['Chapel', 0]);
    const pushed = await push(live_id, etag, 'John 3:16-18');
    const [first] = pushed.data.data;
    assert.deepEqual([pushed.data.affected, first?.chapter, first?.verse], [3, 3, 16]);
    const { data: queue } = await client.GET('/v1/lives/{live_id}/queue-items', {
      params: { path: { live_id }, query: { limit: 2 } },
    });
    assert.deepEqual([queue.data.length, queue.sequence], [2, 1]);
    const removed = await client.DELETE('/v1/lives/{live_id}', {
      params: { path: { live_id }, header: { 'if-match': pushed.response.headers.get('etag')! } },
    });
    assert.deepEqual([removed.data, removed.response.status], [undefined, 204]);
  });

  test('[D2] when the server refuses, then the error is a LecternProblem with everything that the server says', async () => {
    const { live_id, etag } = await createLive();
    await push(live_id, etag, 'John 3:16');
    const stale = await refusal(push(live_id, etag, 'John 3:17'));
    assert.deepEqual([stale.status, stale.code, stale.errors], [412, 'stale_validator', []]);
    assert.ok(stale.title !== '' && stale.requestId && stale.message.startsWith(stale.title));

    // @ts-expect-error a name is text, and the types say so
    const body: { name: string } = { name: 7 };
    const params = { path: { live_id }, header: { 'if-match': etag } };
    const invalid = await refusal(client.PATCH('/v1/lives/{live_id}', { params, body }));
    assert.deepEqual([invalid.status, invalid.code, invalid.errors[0]?.pointer], [422, 'invalid_fields', '/name']);

    const unknown = await refusal(client.GET('/v1/lives/{live_id}', { params: { path: { live_id: 'none' } } }));
    assert.deepEqual([unknown.status, unknown.code, unknown.retryAfterSeconds], [404, 'not_found', null]);
    const stranger = createLecternClient({ baseUrl: lectern.url, token: 'svc_unknown' });
    assert.deepEqual((await refusal(stranger.GET('/v1/books'))).code, 'invalid_token');
  });

  test('[D3] when a response has Retry-After, then it is passed on in seconds, whichever way it is written', async () => {
    const headers = ['7', new Date(Date.now() + 60_000).toUTCString(), new Date(0).toUTCString(), 'soon', undefined];
    const server = await startScriptedServer((response, _, number) =>
      send(response, problem(503, 'unavailable', { detail: 'Later.' }), {
        status: 503,
        'retry-after': headers[number],
      }),
    );
    const { GET } = createLecternClient({ baseUrl: `${server.url}/`, token: 'svc_token' });
    const seconds: (number | null)[] = [];
    for (const _ of headers) seconds.push((await refusal(GET('/v1/books'))).retryAfterSeconds);
    await server.close();
    assert.ok(seconds[1]! > 0 && seconds[1]! <= 60, `${seconds[1]}`);
    assert.deepEqual(seconds.toSpliced(1, 1), [7, 0, null, null]);
  });

  test('when a proxy responds, then the error has its status; when no server is there, then it is a TypeError', async () => {
    const server = await startScriptedServer((response) => response.writeHead(502).end('<html>Bad gateway</html>'));
    const { GET } = createLecternClient({ baseUrl: server.url, token: 'svc_token' });
    const { status, code, title } = await refusal(GET('/v1/books'));
    assert.deepEqual({ status, code, title }, { status: 502, code: null, title: 'HTTP status 502' });
    await server.close();
    await assert.rejects(GET('/v1/books'), TypeError);
  });

  test('when fetch is replaced, then the replacement is used', async () => {
    const asked: string[] = [];
    const observed = createLecternClient({
      baseUrl: lectern.url,
      token: 'svc_unknown',
      fetch: (request) => {
        asked.push(`${request.method} ${request.url}`);
        return fetch(request);
      },
    });
    await refusal(observed.GET('/v1/translations/{slug}', { params: { path: { slug: 'kjv' } } }));
    assert.deepEqual(asked, [`GET ${lectern.url}/v1/translations/kjv`]);
  });
});
