import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import fc from 'fast-check';
import { api, assertProblem, sendRequest } from '../../support/requests/api.ts';
import {
  createFixture,
  DOCUMENTED_OPERATIONS,
  type DocumentedOperation,
  type Fixture,
  fillPath,
  importFixtureEdition,
  operationTitle,
  seedFixture,
  toExampleRequest,
} from '../../support/requests/documented-operations.ts';
import { sendBytes, toBytes } from '../../support/requests/raw-bytes.ts';
import { createTestOrganization } from '../../support/server/lectern.ts';
import { useInProcessServer } from '../../support/server/suite-server.ts';

const GETS = DOCUMENTED_OPERATIONS.filter(({ method }) => method === 'GET');
/** [D8] What may be kept for a while; all else may not. */
const KEPT = new Set(['/v1/books', '/v1/translations', '/v1/translations/{slug}']);
const BY_PATH = Map.groupBy(DOCUMENTED_OPERATIONS, ({ path }) => path);
/** OPTIONS is not among them: it is the browser's question of [D8], not an operation. */
const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'TRACE', 'PROPFIND', 'MKCOL', 'LOCK'];
const UNKNOWN_PATHS = [
  '/v1',
  '/v1/',
  '/v1/nowhere',
  '/v1/lives',
  '/v1/accounts',
  '/v1/organizations',
  '/v1/lives/x/y',
  '/v1/lives/x/display/y',
  '/v1//books',
  '/v2/books',
  '/v1/Books',
  '/V1/books',
  '/v1/books/1',
  '/v1/books%2F',
  '/v1%2Fbooks',
  '/v1%2fbooks',
  '/v1/lives%2Fx',
  '/v1/lives/x/queue-items%2Forder',
  '/books',
  '/nowhere',
  '/.env',
  '/problems/nowhere',
];
/** Names that the router itself refuses: escapes that stand for no text, and endless ones. */
const REFUSED_NAMES = ['%', '%f', '%zz', '%ff', '%C0%AF', '%ED%A0%80', 'a'.repeat(1000)];
/** Pieces of paths that routers, decoders and databases stumble over. */
const ODD_PIECES = [
  '..',
  '.',
  '%2e%2e',
  '%2F',
  '%5c',
  '%00',
  '%0a',
  '%20',
  '%25',
  '%23',
  'x%3Fy',
  '%F0%9F%95%AF',
  '~',
  "'",
  '"',
  ':',
  '::',
  '*',
  ';x=1',
  '@',
  '$',
  '!',
  '(',
  ')',
  '+',
  ',',
  '=',
  '&',
  '-',
  '{live_id}',
  'a'.repeat(100),
  '__proto__',
  'constructor',
  'order',
  'null',
  'NaN',
  'openapi.json',
];

/** A path such as …/queue-items/order is also that of an item: it has the methods of both. */
/** Methods of the path itself, and of a path with a parameter in place of a word. */
const routedMethodsOf = (path: string): string[] =>
  toMethods(
    DOCUMENTED_OPERATIONS.filter((operation) =>
      new RegExp(`^${operation.path.replaceAll(/\{\w+\}/g, '[^/]+')}$`).test(path),
    ),
  );
const methodsOf = (path: string): string[] => toMethods(DOCUMENTED_OPERATIONS.filter((each) => each.path === path));
const toMethods = (operations: readonly DocumentedOperation[]): string[] => {
  const headed = operations.some(({ method, poll }) => method === 'GET' && !poll);
  return [...operations.map(({ method }) => method), ...(headed ? ['HEAD'] : [])];
};

describe('headers, methods and paths', () => {
  const { lectern } = useInProcessServer({
    settings: { LECTERN_LIVES_PER_OWNER: '1000', LECTERN_TOKENS_PER_USER: '1000' },
  });
  let organization: Fixture;
  let account: Fixture;

  before(async () => {
    await importFixtureEdition(lectern);
    organization = await createFixture(lectern, 'organization');
    account = await createFixture(lectern, 'account');
  });

  const fixtureOf = ({ kinds }: DocumentedOperation) => (kinds.includes('organization') ? organization : account);
  /** The operation, done on a Live made for it. */
  const perform = async (operation: DocumentedOperation, headers: Record<string, string> = {}) => {
    const { client, example, etag } = await seedFixture(fixtureOf(operation).client, operation);
    const { path, options } = toExampleRequest(operation, example, etag);
    const response = await client.request(operation.method, path, { ...options, headers });
    assert.equal(response.status, operation.success, `${operationTitle(operation)} ${JSON.stringify(response.body)}`);
    return response;
  };

  it('[D8] when the server responds, then no cache may keep the response, except books and editions for 300 seconds by the caller', async () => {
    for (const operation of DOCUMENTED_OPERATIONS) {
      const { headers, etag } = await perform(operation);
      if (KEPT.has(operation.path)) {
        assert.equal(headers.get('cache-control'), 'private, max-age=300', operationTitle(operation));
        assert.equal(headers.get('vary'), 'Authorization, Origin', operationTitle(operation));
        assert.match(etag!, /^"[^"]+"$/);
      } else assert.equal(headers.get('cache-control'), 'private, no-store', operationTitle(operation));
    }
  });

  it('[D8] when the response is an error, then no cache may keep it', async () => {
    const { client, example, etag } = organization;
    const path = `/v1/lives/${example.live_id}`;
    const errors = [
      await client.get(path, { token: null }),
      await client.get('/v1/lives/none'),
      await client.get('/v1/nowhere'),
      await client.put(path, {}),
      await client.patch(path, {}, { ifMatch: etag }),
      await client.patch(path, { name: 'x' }, { ifMatch: '"other"' }),
      await client.patch(path, { name: 'x' }),
    ];
    assert.deepEqual(
      errors.map(({ status }) => status),
      [401, 404, 404, 405, 422, 412, 428],
    );
    for (const { headers } of errors) assert.equal(headers.get('cache-control'), 'private, no-store');
  });

  it('[D8] when the server responds, then every response carries X-Content-Type-Options: nosniff', async () => {
    for (const operation of DOCUMENTED_OPERATIONS) {
      assert.equal(
        (await perform(operation)).headers.get('x-content-type-options'),
        'nosniff',
        operationTitle(operation),
      );
    }
    const { client, example, etag } = organization;
    const live = `/v1/lives/${example.live_id}`;
    const others = [
      await client.get(live, { headers: { 'if-none-match': etag } }),
      await client.get(live, { token: null }),
      await client.put(live),
      await client.get('/nowhere'),
      ...(await Promise.all(
        [
          '/healthz',
          '/readyz',
          '/metrics',
          '/docs',
          '/v1/openapi.json',
          '/problems/not_found',
          `/l/${example.live_id}`,
        ].map((path) => sendRequest(lectern.url, 'GET', path)),
      )),
    ];
    for (const { status, headers } of others)
      assert.equal(headers.get('x-content-type-options'), 'nosniff', `${status}`);
  });

  it('[D8] when a page is served, then it carries a strict Content-Security-Policy', async () => {
    for (const path of ['/docs', '/problems/not_found', `/l/${organization.example.live_id}`]) {
      const { status, headers } = await sendRequest(lectern.url, 'GET', path);
      assert.deepEqual([status, headers.get('content-type')], [200, 'text/html; charset=utf-8'], path);
      const policy = new Map(
        (headers.get('content-security-policy') ?? '').split(';').map((directive) => {
          const [name, ...sources] = directive.trim().split(/\s+/);
          return [name!, sources];
        }),
      );
      assert.deepEqual(policy.get('default-src'), ["'none'"], path);
      assert.deepEqual(policy.get('base-uri'), ["'none'"], path);
      const scripts = policy.get('script-src') ?? [];
      for (const source of scripts) assert.match(source, /^'(self|sha256-.+|nonce-.+)'$/, path);
      for (const sources of policy.values()) assert.ok(!sources.some((source) => /\*|^https?:/.test(source)), path);
    }
  });

  it('[D5] when a representation has the ETag of a Live, then it is sent without content coding', async () => {
    for (const operation of DOCUMENTED_OPERATIONS.filter(({ etag, path }) => etag && path.includes('{live_id}'))) {
      const { headers } = await perform(operation, { 'accept-encoding': 'gzip, br, zstd, deflate' });
      assert.equal(headers.get('content-encoding'), null, operationTitle(operation));
    }
  });

  it('[D5] when a list without an ETag is long, then it is compressed for clients that accept it, and has the same content', async () => {
    const client = api(lectern, await createTestOrganization(lectern));
    const path = `/v1/organizations/${client.owner.id}/decks`;
    const get = async (method: string, coding: string) => {
      const init = { method, headers: { authorization: `Bearer ${client.owner.token}`, 'accept-encoding': coding } };
      const response = await fetch(`${lectern.url}${path}`, init);
      return { headers: response.headers, text: await response.text() };
    };
    const short = await get('GET', 'gzip');
    assert.equal(short.headers.get('content-encoding'), null);
    const slides = [{ layout: 'text', text: 'How sweet the sound' }];
    for (let count = 0; count < 20; count++) await client.post(path, { title: `Song ${count}`, slides });
    const [plain, zipped, head] = [await get('GET', 'identity'), await get('GET', 'gzip'), await get('HEAD', 'gzip')];
    const headersOf = ({ headers }: typeof plain) => [headers.get('content-encoding'), headers.get('vary')];
    assert.deepEqual(headersOf(plain), [null, 'Accept-Encoding']);
    for (const response of [zipped, head]) assert.deepEqual(headersOf(response), ['gzip', 'Accept-Encoding']);
    assert.equal(zipped.text, plain.text);
    const [small, large] = [zipped, plain].map(({ headers }) => Number(headers.get('content-length')));
    assert.ok(small! > 0 && small! < large! / 2, `${small} of ${large} bytes`);
    assert.equal(Number(head.headers.get('content-length')), small);
  });

  it('[D5] when HEAD is sent, then the response is that of GET, without the content', async () => {
    for (const operation of GETS.filter(({ poll }) => !poll)) {
      const { client, example } = fixtureOf(operation);
      const { path } = toExampleRequest(operation, example, '');
      const [got, head] = [await client.get(path), await client.request('HEAD', path)];
      assert.deepEqual([head.status, head.body], [200, null], operationTitle(operation));
      for (const header of [
        'etag',
        'content-type',
        'content-length',
        'cache-control',
        'vary',
        'x-content-type-options',
      ]) {
        assert.equal(head.headers.get(header), got.headers.get(header), `${operationTitle(operation)} ${header}`);
      }
      if (operation.etag) {
        const known = await client.request('HEAD', path, { headers: { 'if-none-match': got.etag! } });
        assert.deepEqual([known.status, known.etag], [304, got.etag], operationTitle(operation));
        assert.equal(known.headers.get('content-length'), null, 'of nothing it would not be that of the response');
        assert.equal(known.headers.get('cache-control'), got.headers.get('cache-control'));
      }
      const refused = await client.request('HEAD', path, { token: null });
      assert.deepEqual([refused.status, refused.body], [401, null], operationTitle(operation));
      const malformed = await client.request('HEAD', `${fillPath(operation.path, example)}x/y`);
      assert.deepEqual([malformed.status, malformed.body], [404, null], operationTitle(operation));
    }
  });

  for (const [path, operations] of BY_PATH) {
    it(`[Errors] [D3] when ${path} gets a method that it does not have, then it responds with 405 and Allow`, async () => {
      const allowed = methodsOf(path);
      const { client, example, etag } = fixtureOf(operations[0]!);
      for (const method of METHODS.filter((candidate) => !routedMethodsOf(path).includes(candidate))) {
        // [D4]: routing comes before authentication.
        for (const token of [undefined, null]) {
          const response = await client.request(method, fillPath(path, example), { token, ifMatch: etag });
          assert.deepEqual([method, response.status], [method, 405]);
          assert.deepEqual(
            response.headers
              .get('allow')
              ?.split(/\s*,\s*/)
              .sort(),
            [...allowed].sort(),
            method,
          );
          if (method !== 'HEAD') assertProblem(response, 405, 'method_not_allowed');
        }
      }
      const { etag: present } = await client.get(`/v1/lives/${example.live_id}`);
      assert.equal(present, etag);
    });
  }

  const BESIDE: [string, string, string][] = [
    ['POST', '/healthz', 'GET, HEAD'],
    ['DELETE', '/problems/not_found', 'GET, HEAD'],
    ['PUT', '/docs', 'GET, HEAD'],
    ['POST', '/assets/none.js', 'GET, HEAD'],
    ['PATCH', '/l/none', 'GET, HEAD'],
    ['DELETE', '/l/none/secret', 'GET, HEAD, POST'],
  ];
  for (const [method, path, allow] of BESIDE) {
    it(`[Errors] [D3] when ${method} ${path} is sent, then it is 405 with Allow, as below /v1`, async () => {
      const response = await organization.client.request(method, path, { token: null });
      assert.deepEqual([response.status, response.headers.get('allow')], [405, allow]);
    });
  }

  it('[Errors] when a path is unknown, then it is 404, with and without a token, whatever the method', async () => {
    for (const path of UNKNOWN_PATHS) {
      for (const method of ['GET', 'POST', 'DELETE', 'PROPFIND']) {
        for (const token of [undefined, null]) {
          const response = await organization.client.request(method, path, { token });
          if (path === '/problems/nowhere' && method !== 'GET') continue;
          assert.deepEqual([method, path, response.status, response.body?.code], [method, path, 404, 'not_found']);
        }
      }
    }
  });

  it('[Errors] when a path is encoded or odd, then the response is a documented error, never 500', async () => {
    const piece = fc.oneof(
      fc.constantFrom(...ODD_PIECES),
      fc.constantFrom(organization.example.live_id, 'lives', 'v1'),
    );
    const path = fc
      .tuple(fc.constantFrom('/v1/lives/', '/v1/translations/', '/v1/', '/', '/l/', '/problems/'), fc.array(piece))
      .chain(([start, pieces]) =>
        fc.constantFrom('/', '').map((separator) => (start + pieces.join(separator)).slice(0, 200)),
      );
    await fc.assert(
      fc.asyncProperty(path, fc.constantFrom('GET', 'DELETE', 'HEAD'), async (odd, method) => {
        const { status } = await organization.client.request(method, odd, { ifMatch: '"x"' });
        assert.ok(status < 500, `${method} ${odd}: ${status}`);
      }),
      { numRuns: 100 },
    );
  });

  it('[Errors] when an odd name stands in any place for a name in a path, then the response is not 500', async () => {
    const { client, example } = organization;
    for (const operation of GETS.filter(({ path, kinds }) => path.includes('{') && kinds.includes('organization'))) {
      for (const odd of ODD_PIECES) {
        const path = operation.path.replace(/\{\w+\}(?!.*\{)/, odd.replaceAll('$', '$$$$'));
        const { status } = await client.get(fillPath(path, example));
        assert.ok(status < 500, `${path}: ${status}`);
      }
    }
  });

  it('[Errors] [D2] [D8] [D10] when the router itself refuses a path, then it is a 404 like any other, with headers and log line', async () => {
    for (const refused of REFUSED_NAMES) {
      for (const start of ['/v1/lives/', '/v1/translations/', '/v1/', '/']) {
        const response = await organization.client.get(start + refused);
        assertProblem(response, 404, 'not_found');
        assert.equal(response.headers.get('cache-control'), 'private, no-store');
        assert.equal(response.headers.get('x-content-type-options'), 'nosniff');
        assert.ok(!start.startsWith('/v1/') || response.headers.has('ratelimit-policy'));
        const id = response.headers.get('x-request-id');
        assert.ok(
          lectern.logged.some((line) => line.request_id === id),
          `${start}${refused} is not logged`,
        );
      }
    }
  });

  const refusedBytes: [string, string, number, string][] = [
    ['bytes that are no ASCII', 'GET /v1/l\u00efves/x HTTP/1.1\r\nHost: x\r\n\r\n', 400, 'malformed_request'],
    ['bytes that are no request', '\u0000\u0001\r\n\r\n', 400, 'malformed_request'],
    ['TLS where none is', '\u0016\u0003\u0001\u0002\u0000\u0001\r\n', 400, 'malformed_request'],
    [
      'the method of a proxy',
      'CONNECT example.org:443 HTTP/1.1\r\nHost: example.org\r\n\r\n',
      405,
      'method_not_allowed',
    ],
    ['a method that is none of HTTP', 'FOO /v1/books HTTP/1.1\r\nHost: x\r\n\r\n', 405, 'method_not_allowed'],
    ['a method of another protocol', 'DESCRIBE /v1/books HTTP/1.1\r\nHost: x\r\n\r\n', 405, 'method_not_allowed'],
    ['a word that is no request', 'FOO\r\n\r\n', 400, 'malformed_request'],
    ['another HTTP', 'GET  / HTTP/9.9\r\n\r\n', 400, 'malformed_request'],
    ['no Host', 'GET /v1/books HTTP/1.1\r\n\r\n', 400, 'malformed_request'],
    ['two Hosts', 'GET /v1/books HTTP/1.1\r\nHost: x\r\nhost: x\r\n\r\n', 400, 'malformed_request'],
    [
      'two credentials',
      'GET /v1/books HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer a\r\nauthorization: Bearer b\r\n\r\n',
      ...([400, 'malformed_request'] as const),
    ],
    ...['gzip', 'gzip, chunked', 'chunked, gzip', 'identity'].map((coding): [string, string, number, string] => [
      `the transfer coding ${coding}`,
      `POST /v1/books HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: ${coding}\r\n\r\n0\r\n\r\n`,
      ...([501, 'not_implemented'] as const),
    ]),
    [
      'two lengths of a body',
      'POST /v1/books HTTP/1.1\r\nHost: x\r\nContent-Length: 2\r\nTransfer-Encoding: chunked\r\n\r\n{}',
      ...([400, 'malformed_request'] as const),
    ],
    [
      'a head that is too long',
      `GET /v1/books HTTP/1.1\r\nHost: x\r\nX-Long: ${'x'.repeat(20_000)}\r\n\r\n`,
      ...([431, 'headers_too_large'] as const),
    ],
  ];
  for (const [name, bytes, status, code] of refusedBytes) {
    it(`[Errors], [D2], [D8] for ${name}: when received, then the response is ${status} with the Error object, and the connection is closed`, async () => {
      const response = await sendBytes(lectern.url, bytes, { end: true });
      const [head, body] = response.split('\r\n\r\n', 2) as [string, string];
      const [line, ...fields] = head.split('\r\n');
      const headers = new Headers(fields.map((field) => field.split(': ', 2) as [string, string]));
      assertProblem({ status: Number(line!.split(' ')[1]), headers, etag: null, body: JSON.parse(body) }, status, code);
      assert.equal(headers.get('cache-control'), 'private, no-store');
      assert.equal(headers.get('x-content-type-options'), 'nosniff');
      assert.equal(headers.get('connection'), 'close');
      // It must have one. RFC 9110 §15.5.6
      assert.equal(headers.get('allow'), status === 405 ? (bytes.startsWith('CONNECT') ? '' : 'GET, HEAD') : null);
      const id = headers.get('x-request-id');
      assert.ok(lectern.logged.some((logged) => logged.request_id === id));
      assert.equal((await organization.client.get('/v1/books')).status, 200);
    });
  }

  it('when a response has begun, then nothing is written into it', async () => {
    const bytes = `${toBytes('GET', '/healthz', {})}\u0000\u0001\r\n\r\n`;
    const response = await sendBytes(lectern.url, bytes, { end: true });
    assert.ok(response.startsWith('HTTP/1.1 '), response);
  });

  it('[RFC 9110 §10.1.1] when an expectation is unknown, then it is ignored', async () => {
    const response = await sendBytes(
      lectern.url,
      toBytes('GET', '/v1/books', { Expect: 'wonders', Connection: 'close' }),
    );
    assert.match(response, /^HTTP\/1\.1 401 /);
    assert.match(response, /"code":"invalid_token"/);
  });

  const BEHIND = {
    'bytes that are no request': '\u0000\u0001\r\n\r\n',
    'a request without Host': 'GET /v1/books HTTP/1.1\r\n\r\n',
  };
  for (const [name, behind] of Object.entries(BEHIND)) {
    it(`[D4], [RFC 9112 §9.3.2] when a push is followed by ${name}, then its response loses nothing, and what follows is refused after it`, async () => {
      const { client, example, etag } = await seedFixture(organization.client);
      const path = `/v1/lives/${example.live_id}/stack`;
      const body = JSON.stringify({ reference: { book_id: 43, chapter: 3, verse: 16, translation: example.slug } });
      const headers = {
        Authorization: `Bearer ${client.owner.token}`,
        'If-Match': etag,
        'Content-Type': 'application/json',
        'Content-Length': String(body.length),
      };
      const response = await sendBytes(lectern.url, toBytes('POST', path, headers, body) + behind);
      assert.match(response, /^HTTP\/1\.1 200 /);
      const [, pushed, refused, ...others] = response.split(/HTTP\/1\.1 (?=\d)/);
      assert.match(pushed!, /^200 /);
      assert.match(refused!, /^400 .*\r\nConnection: close\r\n.*"code":"malformed_request"/s);
      assert.deepEqual(others, []);
      const now = /^etag: (.*)\r$/m.exec(response)![1];
      assert.notEqual(now, etag);
      assert.equal((await client.get(`/v1/lives/${example.live_id}`)).etag, now);
    });
  }
});
