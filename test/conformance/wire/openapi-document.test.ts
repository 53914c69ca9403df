import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { Validator } from '@seriousme/openapi-schema-validator';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { api, assertProblem, type JsonDocument, sendRequest } from '../../support/requests/api.ts';
import {
  DOCUMENTED_OPERATIONS,
  type DocumentedOperation,
  operationTitle,
} from '../../support/requests/documented-operations.ts';
import { createTestOrganization } from '../../support/server/lectern.ts';
import { useInProcessServer } from '../../support/server/suite-server.ts';

/** [Errors] and [D3]: every code with its status. */
const CODES: Record<number, string[]> = {
  400: ['malformed_json', 'malformed_request'],
  401: ['invalid_token'],
  403: ['insufficient_scope', 'forbidden', 'processing_restricted', 'edition_not_enabled'],
  404: ['not_found'],
  405: ['method_not_allowed'],
  408: ['request_timeout'],
  409: [
    'not_protected',
    'translations_not_configured',
    'stale_cursor',
    'live_stopped',
    'presentation_mode',
    'watch_limit_reached',
    'queue_full',
    'quota_exceeded',
    'already_protected',
    'nothing_to_undo',
    'nothing_to_redo',
    'reader_mode',
    'queue_empty',
    'page_is_split',
    'nothing_to_return',
    'nothing_to_recall',
    'nothing_counting',
    'no_plan',
    'deck_missing',
    'stale_queue_cursor',
    'idempotency_conflict',
    'image_in_use',
  ],
  412: ['stale_validator'],
  413: ['verse_too_large', 'body_too_large'],
  415: ['unsupported_media_type'],
  422: [
    'invalid_queue_order',
    'invalid_cursor',
    'cursor_mismatch',
    'invalid_fields',
    'invalid_validator',
    'invalid_reference',
    'invalid_pairing_code',
    'idempotency_unsupported',
  ],
  428: ['validator_required'],
  429: ['rate_limited'],
  431: ['headers_too_large'],
  500: ['internal_error'],
  501: ['not_implemented'],
  503: ['unavailable'],
};

/** Operations that are paged with an opaque cursor. */
const LISTS = /\/(lives|queue-items|history|audit|tokens|translations|books|decks|snapshots|images|imports|plans)$/;

/** The codes that each operation can respond with by the rules that hold for all, and by its own. */
function codesOf(operation: DocumentedOperation): [number, string][] {
  const { method, path, body, file, ifMatch, kinds, poll } = operation;
  const push = method === 'POST' && /stack|passages|interrupt|plan\/go$/.test(path);
  const queueRead = /queue-items|focus|\/pages$/.test(path);
  const undo = path.endsWith('/undo');
  // They name a change of mode. [D57]
  const changesMode = /\/(interrupt|return|recall|plan\/go|undo|redo)$/.test(path);
  const operates = /\/(step|extend)$/.test(path);
  const translates = method === 'POST' && path.endsWith('/translations');
  const redo = path.endsWith('/redo');
  const queueWrite = (path.includes('queue-items') && method !== 'GET') || push;
  const secret = path.endsWith('/audience-secret');
  const presents = path.endsWith('/presentation') && method === 'PUT';
  const publishes = path.endsWith('/snapshots') && method === 'POST';
  const output = path.includes('/outputs') && method !== 'GET';
  const named: [boolean, number, string[]][] = [
    [true, 401, ['invalid_token']],
    [true, 403, ['insufficient_scope']],
    [kinds.length === 1 || output, 403, ['forbidden']],
    // A Live in the query must be there, too. [D32]
    [path.includes('{') || path === '/v1/references', 404, ['not_found']],
    [true, 403, ['processing_restricted']],
    [method === 'GET' && LISTS.test(path), 422, ['invalid_cursor']],
    [method === 'POST' && /\/(lives|plans|decks|snapshots|imports?)$/.test(path), 409, ['idempotency_conflict']],
    [body !== undefined, 400, ['malformed_json']],
    [body !== undefined || file !== undefined, 413, ['body_too_large']],
    [body !== undefined || file !== undefined, 415, ['unsupported_media_type']],
    [true, 422, ['invalid_fields']],
    [output && (path.endsWith('/outputs') || method === 'PATCH'), 403, ['edition_not_enabled']],
    [output && path.endsWith('/outputs'), 409, ['quota_exceeded']],
    [output && path.endsWith('/outputs'), 422, ['invalid_pairing_code']],
    [output && (path.endsWith('/outputs') || path.endsWith('/rotate')), 422, ['idempotency_unsupported']],
    [ifMatch === true, 412, ['stale_validator']],
    [ifMatch === true, 422, ['invalid_validator']],
    [ifMatch === true, 428, ['validator_required']],
    [
      method === 'POST' && /\/(lives|tokens|plans|decks|snapshots|images|import)$|\/tokens\/.*\/rotate$/.test(path),
      409,
      ['quota_exceeded'],
    ],
    [presents, 409, ['live_stopped', 'quota_exceeded']],
    // Presenting a deck can publish it. [D27]
    [presents || publishes, 422, ['invalid_reference']],
    [presents || publishes, 403, ['edition_not_enabled']],
    [path.endsWith('/{image_id}'), 409, ['image_in_use']],
    [!changesMode && (queueRead || push || operates), 409, ['presentation_mode']],
    [queueWrite || operates || changesMode, 409, ['live_stopped']],
    [path.endsWith('/order'), 422, ['invalid_queue_order']],
    [push, 409, ['queue_full', 'translations_not_configured']],
    [push || (path.endsWith('/settings') && method === 'PATCH'), 422, ['invalid_reference']],
    [push || (path.endsWith('/settings') && method === 'PATCH'), 403, ['edition_not_enabled']],
    [push || operates || changesMode || path.endsWith('/stack'), 422, ['idempotency_unsupported']],
    [operates, 409, ['queue_empty', 'queue_full']],
    [path.endsWith('/passages'), 409, ['queue_empty']],
    [translates, 409, ['live_stopped', 'queue_full']],
    [translates, 422, ['invalid_reference', 'idempotency_unsupported']],
    [translates, 403, ['edition_not_enabled']],
    [operates || path.includes('/chapters/'), 403, ['edition_not_enabled']],
    [path.endsWith('/return'), 409, ['nothing_to_return']],
    [path.endsWith('/countdown'), 409, ['nothing_counting']],
    [path.endsWith('/countdown'), 422, ['idempotency_unsupported']],
    [path.endsWith('/recall'), 409, ['nothing_to_recall', 'queue_full']],
    [path.endsWith('/plan/go'), 409, ['no_plan', 'deck_missing', 'quota_exceeded']],
    [path.endsWith('/step'), 409, ['reader_mode']],
    [path.endsWith('/extend'), 409, ['page_is_split']],
    [method === 'POST' && path.startsWith('/v1/me/tokens'), 422, ['idempotency_unsupported']],
    [path.endsWith('/queue-items'), 409, ['stale_queue_cursor']],
    [undo, 409, ['nothing_to_undo']],
    [redo, 409, ['nothing_to_redo']],
    [secret && method === 'POST', 409, ['already_protected']],
    [secret && method === 'PUT', 409, ['not_protected']],
    [secret && method !== 'GET', 422, ['idempotency_unsupported']],
    [path.endsWith('/books/{book_id}'), 403, ['edition_not_enabled']],
    [path.endsWith('/books/{book_id}'), 409, ['stale_cursor']],
    [path.endsWith('/books/{book_id}'), 413, ['verse_too_large']],
    [path.endsWith('/books/{book_id}'), 422, ['invalid_cursor', 'cursor_mismatch']],
    [path.endsWith('/search'), 403, ['edition_not_enabled']],
    [path.endsWith('/search'), 409, ['stale_cursor']],
    [path.endsWith('/search'), 422, ['invalid_cursor', 'cursor_mismatch']],
    [poll === true, 409, ['watch_limit_reached']],
    [poll === true, 422, ['invalid_cursor', 'idempotency_unsupported']],
    [true, 429, ['rate_limited']],
    [true, 500, ['internal_error']],
    [true, 503, ['unavailable']],
  ];
  return named.flatMap(([holds, status, codes]) =>
    holds ? codes.map((code): [number, string] => [status, code]) : [],
  );
}

/** The text of a page, without markup. */
const readText = (page: string): string =>
  page
    .replace(/<(style|script|head)\b.*?<\/\1>/gs, ' ')
    .replace(/<[^>]*>/g, ' ')
    .replace(/\s+/g, ' ');

describe('what the server says of itself', () => {
  const { lectern } = useInProcessServer();
  let document: JsonDocument;
  const get = (path: string, headers = {}) => sendRequest(lectern.url, 'GET', path, undefined, headers);

  before(async () => {
    document = (await get('/v1/openapi.json')).body;
  });

  /** Every object in the document with the name of the member that holds it. */
  const walk = function* (node: JsonDocument, name = ''): Generator<[string, JsonDocument]> {
    if (node === null || typeof node !== 'object') return;
    yield [name, node];
    for (const [key, value] of Object.entries(node)) yield* walk(value, key);
  };
  const operations = (): [string, string, JsonDocument][] =>
    Object.entries<JsonDocument>(document.paths).flatMap(([path, item]) =>
      Object.entries<JsonDocument>(item).map(([method, operation]): [string, string, JsonDocument] => [
        method,
        path,
        operation,
      ]),
    );

  for (const [status, codes] of Object.entries(CODES)) {
    for (const code of codes) {
      it(`[D2] when /problems/${code} is opened, then it says what it means and how to recover`, async () => {
        const { status: found, headers, body } = await get(`/problems/${code}`);
        assert.deepEqual([found, headers.get('content-type')], [200, 'text/html; charset=utf-8']);
        assert.match(body, /^<!doctype html>\n?<html lang="/i);
        assert.match(body, /<title>[^<]+<\/title>/);
        const text = readText(body);
        assert.ok(text.includes(code) && text.includes(status), text);
        // Two sentences at least: the meaning and the recovery.
        assert.ok((text.match(/[\w)"][.;](\s|$)/g) ?? []).length >= 2, text);
        assert.doesNotMatch(body, /(?:src|href)="(?:https?:)?\/\//);
      });
    }
  }

  it('[D2] when the pages are compared, then they differ', async () => {
    const codes = Object.values(CODES).flat();
    const pages = await Promise.all(codes.map(async (code) => readText((await get(`/problems/${code}`)).body)));
    assert.equal(new Set(pages.map((page, index) => page.replaceAll(codes[index]!, ''))).size, codes.length);
  });

  it('[D2] when the type of a problem is opened, then it leads to its page, which bears its title', async () => {
    const client = api(lectern, await createTestOrganization(lectern));
    for (const response of [await client.get('/v1/lives/none'), await client.get('/v1/books', { token: null })]) {
      assert.ok(response.body.type.startsWith(`${lectern.config.publicUrl}/`));
      const page = await get(new URL(response.body.type).pathname);
      assert.equal(page.status, 200);
      assert.ok(readText(page.body).includes(response.body.title));
    }
  });

  it('[D2] when a code does not exist, then there is no page for it', async () => {
    for (const code of ['none', 'NOT_FOUND', 'toString', '__proto__', 'not_found%00']) {
      assertProblem(await get(`/problems/${code}`), 404, 'not_found');
    }
  });

  it('[D46] when the server is serving, then GET /healthz and /readyz are 200', async () => {
    for (const path of ['/healthz', '/readyz']) assert.equal((await get(path)).status, 200);
  });

  it('[D46] when GET /metrics is called, then it is in the text format of Prometheus', async () => {
    const { status, headers, body } = await get('/metrics');
    assert.equal(status, 200);
    assert.match(headers.get('content-type')!, /^text\/plain; ?version=0\.0\.4/);
    const lines: string[] = body.split('\n').filter(Boolean);
    assert.ok(lines.length > 10);
    for (const line of lines) {
      assert.match(line, /^(# (HELP|TYPE) [a-zA-Z_:][\w:]* .+|[a-zA-Z_:][\w:]*(\{.*\})? [-+]?(\d.*|Inf|NaN)( \d+)?)$/);
    }
    assert.equal(
      new Set(lines.filter((line) => line.startsWith('# TYPE'))).size,
      lines.filter((line) => line.startsWith('# TYPE')).length,
    );
  });

  it('[D46] when these are called, then they need no credential and spend no REST budget', async () => {
    for (const path of ['/healthz', '/readyz', '/metrics'])
      assert.equal((await get(path)).headers.get('ratelimit'), null);
  });

  it('[D48] when GET /v1/openapi.json is called, then it is OpenAPI 3.1 in its structure', async () => {
    const { valid, errors } = await new Validator().validate(structuredClone(document));
    assert.ok(valid, JSON.stringify(errors));
    assert.match(document.openapi, /^3\.1\.\d+$/);
    for (const server of document.servers) assert.ok(URL.canParse(server.url, lectern.url));
    const ids = new Set<string>();
    for (const [method, path, operation] of operations()) {
      const where = `${method} ${path}`;
      const { operationId = where } = operation;
      assert.ok(!ids.has(operationId), `${where}: operationId`);
      ids.add(operationId);
      const parameters: JsonDocument[] = operation.parameters ?? [];
      // [Endpoints]
      for (const { name, in: place, schema } of parameters)
        if (place === 'path') assert.equal(schema.type, name === 'book_id' ? 'integer' : 'string', where);
      assert.equal(new Set(parameters.map((parameter) => `${parameter.in} ${parameter.name}`)).size, parameters.length);
      const inPath = parameters.filter((parameter) => parameter.in === 'path').map(({ name }) => name);
      assert.deepEqual(inPath.sort(), [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name).sort(), where);
    }
  });

  it('[D48] when strict generators read it, then nothing in its schemas is what one of them refuses or ignores', () => {
    // What RE2, Python and ECMAScript read alike: no lookaround, no classes such as \s, no escapes such as \u.
    const alike = /^(?:[^\\(]|\\x[0-9a-f]{2}|\((?!\?))*$/;
    const isNull = ({ type }: JsonDocument) => type === 'null';
    for (const [name, node] of walk(document)) {
      const where = `${name}: ${JSON.stringify(node).slice(0, 200)}`;
      assert.ok(!Array.isArray(node.type), where);
      if (typeof node.pattern === 'string') assert.match(node.pattern, alike);
      if (node.anyOf) assert.deepEqual([node.anyOf.length, node.anyOf.filter(isNull).length], [2, 1], where);
      for (const keyword of ['items', 'not', 'if', 'then', 'else', 'contains'])
        assert.notEqual(typeof node[keyword], 'boolean', where);
      assert.notEqual(node.additionalProperties, true, where);
      if (['properties', 'oneOf', 'allOf'].includes(name))
        for (const schema of Object.values(node)) assert.equal(typeof schema, 'object', where);
    }
    const { ErrorCode, LiveEvent, ...schemas } = document.components.schemas;
    assert.deepEqual(ErrorCode.enum.toSorted(), Object.values(CODES).flat().toSorted());
    const types = Object.entries<string>(LiveEvent.discriminator.mapping).map(([type, reference]) => {
      assert.ok(schemas[reference.split('/').at(-1)!].properties.type.enum.includes(type), type);
      return type;
    });
    assert.equal(
      types.length,
      LiveEvent.oneOf.flatMap(({ $ref }: JsonDocument) => schemas[$ref.split('/').at(-1)].properties.type.enum).length,
    );
    assert.match(document.info.description, /ignore fields that you do not know/);
  });

  it('[D48] when it is requested with the ETag of either coding, then the response is 304, and gzip has the same content', async () => {
    for (const coding of ['identity', 'gzip']) {
      const response = await fetch(`${lectern.url}/v1/openapi.json`, { headers: { 'accept-encoding': coding } });
      assert.equal(response.headers.get('content-encoding'), coding === 'gzip' ? 'gzip' : null);
      assert.match(response.headers.get('vary')!, /\bAccept-Encoding\b/);
      assert.deepEqual(await response.json(), document);
      const headers = { 'accept-encoding': coding, 'if-none-match': response.headers.get('etag')! };
      assert.equal((await get('/v1/openapi.json', headers)).status, 304);
    }
  });

  it('[D48] when its references are followed, then each leads somewhere', () => {
    for (const [, node] of walk(document)) {
      if (typeof node.$ref !== 'string') continue;
      const [root, ...keys] = node.$ref.split('/');
      const found = keys.reduce((at: JsonDocument, key: string) => at?.[key], document);
      assert.ok(root === '#' && found, node.$ref);
    }
  });

  it('[D48] when its schemas are checked, then they are JSON Schema 2020-12 without unknown words, those of headers too', () => {
    const ajv = new Ajv2020({ strict: true, strictTypes: false, strictRequired: false, validateFormats: false });
    // What holds the schemas.
    ajv.addKeyword('components');
    ajv.addKeyword('discriminator');
    ajv.addSchema({ components: { schemas: document.components.schemas } }, 'components');
    const compile = (schema: JsonDocument) => {
      const text = JSON.stringify(schema).replaceAll('"#/components', '"components#/components');
      assert.doesNotThrow(() => ajv.compile(JSON.parse(text)), text);
    };
    for (const schema of Object.values(document.components.schemas)) compile(schema);
    for (const [name, node] of walk(document.paths)) if (name === 'schema') compile(node);
  });

  it('[D1] when it describes a body, then it closes it, but no response: later versions may add fields, and generated code is to ignore those', () => {
    const shared = ['LiveStudioSettings', 'SlideReference'];
    const objects = (holder: JsonDocument) =>
      [...walk(resolve(holder))]
        .map(([, node]) => node)
        .filter(({ type, properties }) => type === 'object' && properties);
    const resolve = (node: JsonDocument): JsonDocument => {
      if (node === null || typeof node !== 'object') return node;
      if (Array.isArray(node)) return node.map(resolve);
      const name = node.$ref?.split('/').at(-1);
      if (name) return { name, schema: shared.includes(name) ? {} : resolve(document.components.schemas[name]) };
      return Object.fromEntries(Object.entries(node).map(([key, value]) => [key, resolve(value)]));
    };
    let schemas = 0;
    let bodies = 0;
    for (const [method, path, { requestBody = {}, responses }] of operations()) {
      for (const schema of objects(requestBody)) {
        assert.equal(schema.additionalProperties, false, `the body of ${method} ${path}`);
        bodies++;
      }
      for (const schema of objects(responses)) {
        assert.equal(schema.additionalProperties, undefined, `a response of ${method} ${path}`);
        schemas++;
      }
    }
    assert.ok(schemas > 500 && bodies > 20, `${schemas} and ${bodies}`);
    for (const name of shared) assert.equal(document.components.schemas[name].additionalProperties, false, name);
  });

  it('[D48] when its operations are listed, then it has every REST operation and nothing else', () => {
    const found = operations().map(([method, path]) => `${method.toUpperCase()} ${path}`);
    assert.deepEqual(found.sort(), DOCUMENTED_OPERATIONS.map(operationTitle).sort());
  });

  it('[D48] when it describes an operation, then it has its body, its precondition, its credential and its page parameters', () => {
    for (const operation of DOCUMENTED_OPERATIONS) {
      const described = document.paths[operation.path]?.[operation.method.toLowerCase()];
      const where = operationTitle(operation);
      const types = operation.file ? operation.file.types.toSorted() : operation.body ? ['application/json'] : [];
      assert.deepEqual(Object.keys(described.requestBody?.content ?? {}).sort(), types, where);
      const parameters = (described.parameters ?? []).map((parameter: JsonDocument) => parameter.name.toLowerCase());
      assert.equal(parameters.includes('if-match'), operation.ifMatch === true, where);
      assert.equal(parameters.includes('if-none-match'), operation.method === 'GET' && operation.etag === true, where);
      const creates = operation.method === 'POST' && /\/(lives|plans|decks|snapshots|imports?)$/.test(operation.path);
      assert.equal(parameters.includes('idempotency-key'), creates, `[D9] ${where}`);
      const refuses = codesOf(operation).some(([, code]) => code === 'idempotency_unsupported');
      assert.equal(described.description.includes('`Idempotency-Key` is refused.'), refuses, `[D9] ${where}`);
      const paged =
        operation.method === 'GET' &&
        /(lives|books|translations|queue-items|search|tokens|history|audit|decks|snapshots|images|imports|plans|\{book_id})$/.test(
          operation.path,
        );
      assert.equal(parameters.includes('limit') && parameters.includes('after'), paged, where);
      assert.equal(parameters.includes('wait') && parameters.includes('after'), operation.poll === true, where);
      const schemes = (described.security ?? document.security).flatMap(Object.keys);
      assert.deepEqual(
        schemes.map((name: string) => document.components.securitySchemes[name].scheme),
        ['bearer'],
        where,
      );
      for (const scope of operation.scopes) assert.ok(JSON.stringify(described).includes(scope), `${where}: ${scope}`);
    }
  });

  it('[D48] when it describes an operation, then it has every status and code of its responses, and no other', () => {
    for (const operation of DOCUMENTED_OPERATIONS) {
      const { responses } = document.paths[operation.path][operation.method.toLowerCase()];
      const where = operationTitle(operation);
      const expected = new Map(Map.groupBy(codesOf(operation), ([status]) => status));
      const success = [
        operation.success,
        ...(operation.otherSuccess ?? []),
        ...(operation.method === 'GET' && operation.etag ? [304] : []),
      ];
      assert.deepEqual(Object.keys(responses).map(Number).sort(), [...success, ...expected.keys()].sort(), where);
      for (const [status, codes] of expected) {
        const { 'x-codes': listed, description } = responses[status];
        const names = codes.map(([, code]) => code);
        assert.deepEqual(listed.toSorted(), names.toSorted(), `${where}: ${status}`);
        for (const code of names) assert.ok(description.includes(`\`${code}\``), `${where}: ${status} ${code}`);
        assert.deepEqual(Object.keys(responses[status].content), ['application/problem+json'], where);
      }
      const { content } = responses[operation.success];
      const mediaTypes = ['application/json', ...(operation.csv ? ['text/csv'] : [])];
      assert.deepEqual(Object.keys(content ?? {}), operation.success === 204 ? [] : mediaTypes, where);
      const headers = Object.keys(responses[operation.success].headers ?? {}).map((name) => name.toLowerCase());
      assert.equal(headers.includes('etag'), operation.etag === true, where);
      // A token that was made is not read again, and an output only with the others.
      const located = [201, 202].includes(operation.success) && !/\/(tokens|outputs)$/.test(operation.path);
      assert.equal(headers.includes('location'), located, where);
    }
  });
});
