import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import {
  type Api,
  type ApiResponse,
  assertProblem,
  createTestLive,
  type JsonDocument,
  requireContract,
  sendRequest,
} from '../../support/requests/api.ts';
import {
  createFixture,
  DOCUMENTED_OPERATIONS,
  type Fixture,
  importFixtureEdition,
  operationTitle,
  seedFixture,
  toExampleRequest,
} from '../../support/requests/documented-operations.ts';
import { sendBytes, toBytes } from '../../support/requests/raw-bytes.ts';
import { operationOf } from '../../support/requests/schema-locations.ts';
import { useInProcessServer } from '../../support/server/suite-server.ts';

const BODY_MAX_BYTES = 65_536;
const WITH_BODY = DOCUMENTED_OPERATIONS.filter(({ body }) => body);
const BODILESS = DOCUMENTED_OPERATIONS.filter(({ body, file }) => !body && !file);

/** Media types that are not JSON in UTF-8. */
const OTHER_MEDIA_TYPES = [
  'text/plain',
  'text/json',
  'application/x-www-form-urlencoded',
  'multipart/form-data; boundary=x',
  'application/merge-patch+json',
  'application/problem+json',
  'application/jsonp',
  'application/json; charset=iso-8859-1',
  'application/json; charset=utf-16',
  '*/*',
];

/** Bytes that are not one JSON text in UTF-8. */
const MALFORMED: [string, string | Uint8Array][] = [
  ['nothing', ''],
  ['only white space', ' \n'],
  ['an object that does not end', '{"name":"x"'],
  ['two texts', '{}{}'],
  ['something after it', '{} x'],
  ['a comment', '{/* */}'],
  ['a trailing comma', '{"name":"x",}'],
  ['single quotes', "{'name':'x'}"],
  ['NaN', '{"paused":NaN}'],
  ['a control character in a string', '{"name":"\u0001"}'],
  ['invalid UTF-8', Buffer.from([0x7b, 0x22, 0x6e, 0x61, 0x6d, 0x65, 0x22, 0x3a, 0x22, 0xff, 0xfe, 0x22, 0x7d])],
  ['truncated UTF-8', Buffer.concat([Buffer.from('{"name":"'), Buffer.from([0xe2, 0x82]), Buffer.from('"}')])],
  ['Latin-1', Buffer.from('{"name":"Jo\u00e3o"}', 'latin1')],
  ['UTF-16', Buffer.from('{"name":"x"}', 'utf16le')],
];

/** A wrong type for a field of each operation: nothing is read as what it only looks like. */
const UNCOERCED: [string, string, unknown[]][] = [
  ['PATCH', '', [{ name: 5 }, { name: null }, { name: true }, { name: ['x'] }, { name: {} }]],
  ['PATCH', '/playback', [{ paused: 'true' }, { paused: 1 }, { paused: null }, { status: 1 }, { status: null }]],
  ['PATCH', '/playback', [{ status: 'Running' }, { status: 'paused' }, { status: '' }, { status: ['running'] }]],
  [
    'PATCH',
    '/settings',
    [{ reference: 5 }, { reference: ['John 3'] }, { translations: 'kjv' }, { translations: null }],
  ],
  ['PATCH', '/settings', [{ translations: [5] }, { translations: [null] }, { translations: { 0: 'kjv' } }]],
  ['PUT', '/queue-items/order', [{}, { item_ids: null }, { item_ids: 'x' }, { item_ids: [1, 2] }]],
  ['POST', '/stack', [{}, { reference: null }, { reference: 'John 3:16' }, { reference: {} }, { reference: [43] }]],
  [
    'POST',
    '/stack',
    [{ reference: { book_id: '43' } }, { reference: { book_id: 43.5 } }, { reference: { book_id: null } }],
  ],
  [
    'POST',
    '/stack',
    [{ reference: { book_id: 43, chapter: '3' } }, { reference: { book_id: 43, chapter: 3, verse: null } }],
  ],
  ['POST', '/stack', [{ reference: { book_id: 43, translation: 5 } }, { reference: { book_id: 43, extra: 1 } }]],
  ['POST', '/passages', [{}, { passage: 43 }, { passage: null }, { passage: 'John 3:16', replace: 'true' }]],
  ['PATCH', '/focus', [{}, { item_id: 0 }, { item_id: null }]],
];

/** Known parameters of paged collections with values that they cannot have. */
const PAGED = ['/v1/books', '/v1/translations', '/v1/lives/{live_id}/queue-items', '{lives}'];
const BAD_LIMITS = ['', '0', '-1', '1.5', '+1', '1e1', '0x10', 'ten', 'null', '%D9%A1', '1%00', '99999999999999999999'];

describe('requests and errors', () => {
  const { lectern } = useInProcessServer({
    settings: { LECTERN_LIVES_PER_OWNER: '10000', LECTERN_TOKENS_PER_USER: '10000' },
  });
  let organization: Fixture;
  let account: Fixture;
  let document: JsonDocument;

  before(async () => {
    ({ document } = requireContract(lectern));
    await importFixtureEdition(lectern);
    organization = await createFixture(lectern, 'organization');
    account = await createFixture(lectern, 'account');
  });

  const fixtureOf = (operation: { kinds: readonly string[] }) =>
    operation.kinds.includes('organization') ? organization : account;
  /** The Live of the fixture is as it was. */
  const unchanged = async ({ client, example, etag }: Fixture) =>
    assert.equal((await client.get(`/v1/lives/${example.live_id}`)).etag, etag);
  /** Sends the operation with another body than its own. */
  const send = (operation: (typeof WITH_BODY)[number], fixture: Fixture, bytes: string | Uint8Array, headers = {}) => {
    const { path, options } = toExampleRequest(operation, fixture.example, fixture.etag);
    return fixture.client.request(operation.method, path, { ifMatch: options.ifMatch, bytes, headers });
  };

  for (const operation of WITH_BODY) {
    const name = operationTitle(operation);

    it(`[D1] when ${name} gets anything but application/json, with charset UTF-8 at most, then the response is 415`, async () => {
      const fixture = fixtureOf(operation);
      const content = JSON.stringify(operation.body!(fixture.example));
      for (const type of OTHER_MEDIA_TYPES) {
        assertProblem(await send(operation, fixture, content, { 'content-type': type }), 415, 'unsupported_media_type');
      }
      const plain = await send(operation, fixture, '{', { 'content-encoding': 'Identity' });
      assertProblem(plain, 400, 'malformed_json');
      for (const coding of ['gzip', 'br', 'deflate']) {
        const coded = await send(operation, fixture, content, { 'content-encoding': coding });
        assertProblem(coded, 415, 'unsupported_media_type');
      }
      await unchanged(fixture);
    });

    it(`[D1], [Errors] when ${name} has a media type and no body at all, then the response is that of {} if no field is required, and else 422 at once`, async () => {
      const optional = !operationOf(document, operation).requestBody.required;
      const seed = async () => (optional ? seedFixture(fixtureOf(operation).client, operation) : fixtureOf(operation));
      const { status } = optional ? await send(operation, await seed(), '{}') : { status: 422 };
      for (const type of ['application/json', 'text/plain']) {
        const fixture = await seed();
        const { path, options } = toExampleRequest(operation, fixture.example, fixture.etag);
        const bytes = toBytes(operation.method, path, {
          Authorization: `Bearer ${fixture.client.owner.token}`,
          ...(options.ifMatch !== undefined && { 'If-Match': options.ifMatch }),
          Connection: 'close',
          'Content-Type': type,
        });
        const response = await sendBytes(lectern.url, bytes);
        assert.ok(response.startsWith(`HTTP/1.1 ${status} `), response);
        if (status === 422) assert.match(response, /"code":"invalid_fields"/);
      }
      if (!optional) await unchanged(fixtureOf(operation));
    });

    const maxBytes = operation.bodyMax ?? BODY_MAX_BYTES;
    it(`[D1] when ${name} gets ${maxBytes + 1} bytes, then the response is 413`, async () => {
      const fixture = fixtureOf(operation);
      const content = JSON.stringify(operation.body!(fixture.example)).padEnd(maxBytes + 1);
      assertProblem(await send(operation, fixture, content), 413, 'body_too_large');
      const chunked = await send(operation, fixture, content, { 'transfer-encoding': 'chunked' });
      assertProblem(chunked, 413, 'body_too_large');
      await unchanged(fixture);
    });

    it(`[D1] when ${name} gets ${maxBytes} bytes, in any spelling of the media type, then it is done`, async () => {
      for (const type of ['application/json', 'application/json; charset=utf-8', 'Application/JSON;charset="UTF-8"']) {
        const fixture = await seedFixture(fixtureOf(operation).client, operation);
        const content = JSON.stringify(operation.body!(fixture.example)).padEnd(maxBytes);
        const response = await send(operation, fixture, content, { 'content-type': type });
        assert.equal(response.status, operation.success, JSON.stringify(response.body));
      }
    });

    it(`[D1] when ${name} gets malformed JSON, then the response is 400`, async () => {
      const fixture = fixtureOf(operation);
      for (const [what, bytes] of MALFORMED) {
        const response = await send(operation, fixture, bytes);
        assert.deepEqual([what, response.status, response.body.code], [what, 400, 'malformed_json']);
      }
      await unchanged(fixture);
    });

    it(`[D1] when ${name} gets an unknown field, or no object, then the response is 422`, async () => {
      const fixture = fixtureOf(operation);
      const good = JSON.stringify(operation.body!(fixture.example)).slice(0, -1);
      const separator = good === '{' ? '' : ',';
      for (const field of ['unknown', 'Name', 'id', 'sequence', '__proto__', 'constructor', '']) {
        const response = await send(operation, fixture, `${good}${separator}${JSON.stringify(field)}:1}`);
        assertProblem(response, 422, 'invalid_fields');
      }
      for (const other of ['null', '[]', '[{}]', '"{}"', '5', 'true']) {
        assertProblem(await send(operation, fixture, other), 422, 'invalid_fields');
      }
      await unchanged(fixture);
    });
  }

  it('[D1] when a field has another type, then nothing is coerced, and the response is 422', async () => {
    for (const fixture of [organization, account]) {
      for (const [method, sub, bodies] of UNCOERCED) {
        for (const body of bodies) {
          const path = `/v1/lives/${fixture.example.live_id}${sub}`;
          const response = await fixture.client.request(method, path, { body, ifMatch: fixture.etag });
          assert.deepEqual([body, response.status, response.body.code], [body, 422, 'invalid_fields']);
        }
      }
      for (const body of [{ name: 5 }, { name: null }, { name: ['x'] }]) {
        assertProblem(await fixture.client.post(fixture.client.owner.livesPath, body), 422, 'invalid_fields');
      }
      await unchanged(fixture);
    }
  });

  it('[D1] when the operation has no body and gets one, then the response is 422', async () => {
    for (const operation of BODILESS) {
      const fixture = fixtureOf(operation);
      const { path, options } = toExampleRequest(operation, fixture.example, fixture.etag);
      const attempts: [string, Record<string, string>][] = [
        ['{}', {}],
        ['x', { 'content-type': 'text/plain' }],
        ['null', { 'transfer-encoding': 'chunked' }],
      ];
      for (const [bytes, headers] of attempts) {
        const response = await fixture.client.request(operation.method, path, { ...options, bytes, headers });
        assert.deepEqual(
          [operationTitle(operation), response.status, response.body.code],
          [operationTitle(operation), 422, 'invalid_fields'],
        );
      }
      await unchanged(fixture);
    }
  });

  it('[D1] when a body has no bytes, then it counts as none', async () => {
    for (const operation of BODILESS) {
      for (const length of ['0', '00']) {
        const { client, example, etag } = await seedFixture(fixtureOf(operation).client, operation);
        const { path, options } = toExampleRequest(operation, example, etag);
        const headers = { 'content-length': length };
        const response = await client.request(operation.method, path, { ...options, headers });
        assert.equal(
          response.status,
          operation.success,
          `${operationTitle(operation)} ${JSON.stringify(response.body)}`,
        );
      }
    }
  });

  it('[D1] when query parameters are unknown, then they are ignored', async () => {
    for (const operation of DOCUMENTED_OPERATIONS) {
      const { client, example, etag } = await seedFixture(fixtureOf(operation).client, operation);
      const { path, options } = toExampleRequest(operation, example, etag);
      const query = 'unknown=1&unknown=2&Limit=x&limits=0&__proto__=1&a[b]=c&%00&=&&';
      const separator = path.includes('?') ? '&' : '?';
      const response = await client.request(operation.method, path + separator + query, options);
      assert.equal(response.status, operation.success, `${operationTitle(operation)} ${JSON.stringify(response.body)}`);
    }
  });

  it('[D1] when known query parameters are repeated or malformed, then the response is 422', async () => {
    for (const fixture of [organization, account]) {
      for (const template of PAGED) {
        const path = template
          .replace('{lives}', fixture.client.owner.livesPath)
          .replace('{live_id}', fixture.example.live_id);
        const queries = [
          ...BAD_LIMITS.map((limit) => `limit=${limit}`),
          'limit=1&limit=1',
          'limit=1&limit=2',
          'after=1&after=2',
          'after=1&limit=1&after=1',
        ];
        for (const query of queries) {
          const response = await fixture.client.get(`${path}?${query}`);
          assert.deepEqual([path, query, response.status], [path, query, 422]);
        }
      }
    }
  });

  /** One request of each status that the API can be made to send by a request alone. */
  const sampleResponses = async (headers: Record<string, string | string[]>): Promise<ApiResponse[]> => {
    const { client, example, etag } = await seedFixture(organization.client);
    const path = `/v1/lives/${example.live_id}`;
    const write = (body: unknown, ifMatch?: string) => client.patch(path, body, { ifMatch, headers });
    return [
      await client.get(path, { headers }),
      await client.post(client.owner.livesPath, {}, { headers }),
      await client.get(path, { headers: { ...headers, 'if-none-match': etag } }),
      await client.patch(path, undefined, { ifMatch: etag, headers, bytes: '{' }),
      await client.get(path, { headers, token: null }),
      await client.get(account.client.owner.livesPath, { headers }),
      await client.get('/v1/lives/none', { headers }),
      await client.get('/nowhere', { headers }),
      await client.get('/v1/nowhere', { headers }),
      await client.put(path, {}, { headers }),
      await client.post(`${path}/stack`, { reference: { book_id: 43 } }, { ifMatch: etag, headers }),
      await write({ name: 'x' }, '"other"'),
      await write({ name: 'x'.repeat(BODY_MAX_BYTES) }, etag),
      await client.patch(path, {}, { ifMatch: etag, headers: { ...headers, 'content-type': 'text/plain' } }),
      await write({}, etag),
      await write({ name: 'x' }),
      await client.delete(path, { ifMatch: etag, headers }),
      await sendRequest(lectern.url, 'GET', '/healthz', undefined, headers as Record<string, string>),
      await sendRequest(lectern.url, 'GET', '/problems/not_found', undefined, headers as Record<string, string>),
      await sendRequest(lectern.url, 'GET', '/problems/none', undefined, headers as Record<string, string>),
      await sendRequest(lectern.url, 'GET', '/docs', undefined, headers as Record<string, string>),
      await sendRequest(lectern.url, 'GET', '/v1/openapi.json', undefined, headers as Record<string, string>),
    ];
  };
  const SAMPLED = [200, 201, 304, 400, 401, 403, 404, 404, 404, 405, 409, 412, 413, 415, 422, 428, 204];

  it('[D2] when a client sends its own X-Request-Id, then it is kept on every response, and is in the log line', async () => {
    const id = 'Az09._-'.padEnd(64, 'x');
    const responses = await sampleResponses({ 'x-request-id': id });
    assert.deepEqual(
      responses.slice(0, SAMPLED.length).map(({ status }) => status),
      SAMPLED,
    );
    for (const { status, headers } of responses) assert.equal(headers.get('x-request-id'), id, `${status}`);
    await lectern.installation.lives.idle();
    assert.ok(lectern.logged.filter((line) => line.request_id === id).length >= responses.length);
  });

  it('[D2] when any other X-Request-Id is sent, then it is replaced, each time by another one', async () => {
    const malformed = ['', 'a b', 'x'.repeat(65), 'a/b', 'a,b', '\u00e9', 'a;b', '"a"'];
    const seen = new Set<string>();
    for (const given of malformed) {
      const { headers } = await organization.client.get('/v1/books', { headers: { 'x-request-id': given } });
      assert.match(headers.get('x-request-id')!, /^[A-Za-z0-9._-]{1,64}$/);
      assert.notEqual(headers.get('x-request-id'), given);
      seen.add(headers.get('x-request-id')!);
    }
    for (const { headers } of await sampleResponses({})) seen.add(headers.get('x-request-id')!);
    assert.equal(seen.size, malformed.length + SAMPLED.length + 5);
  });

  it('[D2] when two X-Request-Id headers are sent, then neither is used', async () => {
    const { headers } = await organization.client.get('/v1/books', { headers: { 'x-request-id': ['one', 'two'] } });
    assert.match(headers.get('x-request-id')!, /^[A-Za-z0-9._-]{1,64}$/);
    assert.ok(!['one', 'two'].includes(headers.get('x-request-id')!));
  });

  it('[D2] when errors have the same code, then they have the same title', async () => {
    const titles = new Map<string, Set<string>>();
    const responses = [...(await sampleResponses({})), ...(await sampleResponses({ 'accept-language': 'de' }))];
    for (const { status, body } of responses.filter(({ status, body }) => status >= 400 && body)) {
      titles.set(body.code, (titles.get(body.code) ?? new Set()).add(`${status} ${body.title}`));
    }
    assert.ok(titles.size >= 10);
    for (const [code, found] of titles) assert.equal(found.size, 1, code);
  });

  it('[D2] when an error has a detail, then it is safe to show: no SQL, stack, path or secret', async () => {
    const client: Api = organization.client;
    const live = await createTestLive(client);
    const hostile = [
      "'; DROP TABLE lives; --",
      '<script>alert(1)</script>',
      '../../etc/passwd',
      '\u0000',
      '%s%n',
      '\ud800',
    ];
    for (const text of hostile) {
      const responses = [
        await client.patch(`${live.path}/settings`, { reference: text }, { ifMatch: live.etag }),
        await client.patch(`${live.path}/settings`, { translations: [text] }, { ifMatch: live.etag }),
        await client.get(`/v1/translations?after=${encodeURIComponent(text.toWellFormed())}`),
        await client.get(`/v1/lives/${encodeURIComponent(text.toWellFormed())}`),
        await client.request('GET', live.path, { token: `bt_${encodeURIComponent(text.toWellFormed())}` }),
      ];
      for (const { status, body } of responses) {
        assert.ok(status < 500, JSON.stringify(body));
        const shown = JSON.stringify([body.title, body.detail, body.errors]);
        assert.doesNotMatch(
          shown,
          /\bat .*:\d+:\d+|node_modules|\/src\/|SELECT |INSERT |sqlite|bt_|svc_|[0-9a-f]{64}/i,
        );
        assert.ok(!shown.includes(lectern.config.dataDir));
      }
    }
  });
});
