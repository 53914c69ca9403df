import assert from 'node:assert/strict';
import { connect } from 'node:net';
import { before, describe, it } from 'node:test';
import { smallEdition, type TestOwner } from '../../support/server/lectern.ts';
import { createOwners, useInProcessServer } from '../../support/server/suite-server.ts';

/** Bypasses of rules that were found once. */
describe('other paths to the same operation', () => {
  const { lectern } = useInProcessServer({ settings: { LECTERN_BUDGET_PEER: '400' } });
  let owner: TestOwner;
  let live: string;
  let etag: string;

  before(async () => {
    [, owner] = await createOwners(lectern, smallEdition('one', { 43: { 3: { 16: 'For God so loved' } } }));
    const created = await call('POST', owner.livesPath, {});
    live = `/v1/lives/${((await created.json()) as { id: string }).id}`;
    etag = created.headers.get('etag')!;
  });

  function call(method: string, path: string, body?: object, headers: Record<string, string> = {}) {
    return fetch(lectern.url + path, {
      method,
      headers: { authorization: `Bearer ${owner.token}`, 'content-type': 'application/json', ...headers },
      body: body && JSON.stringify(body),
    });
  }
  async function write(method: string, path: string, body?: object) {
    const response = await call(method, live + path, body, { 'if-match': etag });
    assert.ok(response.ok, await response.clone().text());
    etag = response.headers.get('etag')!;
    return response;
  }
  /** Bytes as they are, and what comes back within the time. */
  const exchange = (request: string, milliseconds = 400) =>
    new Promise<string>((resolve, reject) => {
      let received = '';
      const socket = connect(Number(new URL(lectern.url).port), '127.0.0.1', () => socket.write(request));
      socket.on('data', (data) => {
        received += data.toString();
      });
      socket.on('error', reject);
      setTimeout(() => {
        socket.destroy();
        resolve(received);
      }, milliseconds);
    });

  for (const path of ['/%761/books', '/v1%2Fbooks', '/%761/nowhere', '/v1/books']) {
    it(`[D10] when ${path} is requested, then it is charged, and the response says so`, async () => {
      const response = await fetch(lectern.url + path);
      assert.match(response.headers.get('ratelimit-policy') ?? '', /"peer";q=400/);
      assert.match(response.headers.get('ratelimit') ?? '', /"peer";r=\d+/);
    });
  }

  it('[D10] when the address is absolute, then the request is charged too', async () => {
    const response = await exchange(`GET ${lectern.url}/v1/books HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`);
    assert.match(response, /^HTTP\/1\.1 401 [\s\S]*ratelimit: "peer"/i);
  });

  it('[D4] when a path does not have the method, then it is 405 before its body is read', async () => {
    const response = await fetch(`${lectern.url}/%761/books`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: '{bad',
    });
    assert.equal(response.status, 405);
    assert.equal(response.headers.get('allow'), 'GET, HEAD');
  });

  it('[D3] when static files refuse a request, then it is not reported as a defect of the server', async () => {
    const page = await (await fetch(`${lectern.url}${live.replace('/v1/lives', '/l')}`)).text();
    const asset = /\/assets\/[^"]+\.css/.exec(page)![0];
    for (const [path, headers, status] of [
      [asset, { range: 'bytes=99999999-' }, 200],
      [asset, { 'if-match': '"x"' }, 412],
      ['/assets/%00', {}, 404],
      ['/assets/../src/main.ts', {}, 404],
      ['/assets/..%2f..%2fpackage.json', {}, 404],
    ] as const) {
      assert.equal((await fetch(lectern.url + path, { headers })).status, status, `${path} ${JSON.stringify(headers)}`);
    }
  });

  it('[D44] when a stream is requested behind another request on one connection, then it does not hang', async () => {
    const stream = live.replace('/v1/lives', '/l');
    const response = await exchange(
      `GET /readyz HTTP/1.1\r\nHost: x\r\n\r\nGET ${stream}/stream HTTP/1.1\r\nHost: x\r\n\r\nGET /healthz HTTP/1.1\r\nHost: x\r\n\r\n`,
      800,
    );
    assert.match(response, /"ready"/);
    assert.ok(/503 Service Unavailable[\s\S]*"alive"/.test(response) || response.includes('event: state'), response);
  });

  it('[D44] when a viewer claims to have been here before, then it does not get what a Live hides', async () => {
    await write('POST', '/passages', { passage: 'John 3:16', translations: ['one'] });
    const path = `${lectern.url}${live.replace('/v1/lives', '/l')}/stream`;
    const read = async (lastEventId?: string) => {
      const controller = new AbortController();
      const { body } = await fetch(path, {
        signal: controller.signal,
        headers: lastEventId === undefined ? {} : { 'last-event-id': lastEventId },
      });
      let text = '';
      for await (const chunk of body!) {
        text += Buffer.from(chunk).toString();
        if (/event: (state|beat)\n/.test(text)) break;
      }
      controller.abort();
      return text;
    };
    const version = /id: (\S+)-(\d+)(\.\d+)\n/.exec(await read())!;
    await write('PATCH', '/playback', { paused: true });
    for (let sequence = Number(version[2]) + 1; sequence >= 0; sequence--) {
      assert.doesNotMatch(await read(`${version[1]}-${sequence}${version[3]}`), /For God so loved/);
    }
    await write('PATCH', '/playback', { paused: false });
    assert.match(await read(), /For God so loved/);
  });

  it('[D4] when the validator is missing and a reference is wrong, then the validator is judged first', async () => {
    assert.equal((await call('POST', `${live}/passages`, { passage: 'gibberish' })).status, 428);
    assert.equal((await call('PATCH', `${live}/settings`, { reference: 'gibberish' })).status, 428);
  });

  it('[D50] when a passage is pushed, then its chapters count from 1, and no edition is pushed twice', async () => {
    for (const passage of [
      { book_id: 43, chapter: -1, end_chapter: 3 },
      { book_id: 43, chapter: 3, verse: -1 },
    ]) {
      const response = await call('POST', `${live}/passages`, { passage, translations: ['one'] }, { 'if-match': etag });
      assert.deepEqual(
        [response.status, ((await response.json()) as { code: string }).code],
        [422, 'invalid_reference'],
      );
    }
    const twice = { passage: 'John 3:16', translations: ['one', 'ONE'] };
    assert.equal((await call('POST', `${live}/passages`, twice, { 'if-match': etag })).status, 422);
  });

  it('[D11] when a name shows nothing, or reverses the text after it, then it is refused', async () => {
    for (const name of ['\u200b', '\u2800', '\uffa0', '\u0301', 'x\u202e', '\u2067y']) {
      assert.equal((await call('PATCH', live, { name }, { 'if-match': etag })).status, 422, JSON.stringify(name));
    }
  });

  it('[D2] when a stream is requested, then its log line has its request id', async () => {
    const controller = new AbortController();
    const path = `${lectern.url}${live.replace('/v1/lives', '/l')}/stream`;
    await fetch(path, { signal: controller.signal, headers: { 'x-request-id': 'streamed' } });
    controller.abort();
    assert.ok(lectern.logged.some((line) => line.request_id === 'streamed' && line.status === 200));
  });
});
