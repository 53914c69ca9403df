import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { request as httpRequest } from 'node:http';
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import type { TestLectern, TestOwner } from '../server/lectern.ts';

/** A document of unknown shape: each test names the fields that it expects. */
// biome-ignore lint/suspicious/noExplicitAny: what is missing fails in the test that names it
export type JsonDocument = any;

export interface ApiResponse {
  readonly status: number;
  readonly headers: Headers;
  readonly etag: string | null;
  /** The parsed body if it is JSON, else its text; null without a body. */
  readonly body: JsonDocument;
}

/** A value that is a list is sent as that many header lines. */
export type RequestHeaders = Readonly<Record<string, string | readonly string[]>>;

export interface RequestOptions {
  /** Sent as JSON. */
  body?: unknown;
  /** Sent as it is, as `type`. */
  bytes?: string | Uint8Array;
  /** The media type of the content: application/json unless this or `headers` say otherwise. */
  type?: string;
  ifMatch?: string;
  headers?: RequestHeaders;
  /** Another bearer secret than the owner's; null: none. */
  token?: string | null;
}

/** Requests of one owner. Every response is held against openapi.json and [D2]. */
export interface Api {
  readonly lectern: TestLectern;
  readonly owner: TestOwner;
  request(method: string, path: string, options?: RequestOptions): Promise<ApiResponse>;
  get(path: string, options?: RequestOptions): Promise<ApiResponse>;
  post(path: string, body?: unknown, options?: RequestOptions): Promise<ApiResponse>;
  put(path: string, body?: unknown, options?: RequestOptions): Promise<ApiResponse>;
  patch(path: string, body?: unknown, options?: RequestOptions): Promise<ApiResponse>;
  delete(path: string, options?: RequestOptions): Promise<ApiResponse>;
}

export function api(lectern: TestLectern, owner: TestOwner): Api {
  const request: Api['request'] = async (method, path, options = {}) => {
    const { body, bytes, type = 'application/json', ifMatch, headers, token = owner.token } = options;
    const content = bytes ?? (body === undefined ? undefined : JSON.stringify(body));
    const response = await sendRequest(lectern.url, method, path, content, {
      ...(token !== null && { authorization: `Bearer ${token}` }),
      ...(content !== undefined && { 'content-type': type }),
      ...(ifMatch !== undefined && { 'if-match': ifMatch }),
      ...headers,
    });
    requireContract(lectern).check(method, path, response);
    return response;
  };
  return {
    lectern,
    owner,
    request,
    get: (path, options) => request('GET', path, options),
    post: (path, body, options) => request('POST', path, { ...options, body }),
    put: (path, body, options) => request('PUT', path, { ...options, body }),
    patch: (path, body, options) => request('PATCH', path, { ...options, body }),
    delete: (path, options) => request('DELETE', path, options),
  };
}

export interface CreatedLive {
  readonly id: string;
  /** /v1/lives/{live_id} */
  readonly path: string;
  readonly etag: string;
  readonly body: JsonDocument;
}

/** Makes a Live of the client's owner. */
export async function createTestLive(client: Api, body: object = {}): Promise<CreatedLive> {
  const created = await client.post(client.owner.livesPath, body);
  assert.equal(created.status, 201, JSON.stringify(created.body));
  return { id: created.body.id, path: `/v1/lives/${created.body.id}`, etag: created.etag!, body: created.body };
}

/** The response is this problem, shaped as [D2] says. */
export function assertProblem(response: ApiResponse, status: number, code: string): void {
  assert.deepEqual(
    { status: response.status, code: response.body?.code },
    { status, code },
    JSON.stringify(response.body),
  );
}

/** One request with just these headers (beside Host and the framing of the body); the path is sent as it stands. */
export function sendRequest(
  origin: string,
  method: string,
  path: string,
  content?: string | Uint8Array,
  headers: RequestHeaders = {},
): Promise<ApiResponse> {
  const { hostname, port, host } = new URL(origin);
  const lines = Object.entries({ host, ...headers }).flatMap(([name, value]) =>
    (typeof value === 'string' ? [value] : value).map((line): [string, string] => [name, line]),
  );
  const framed = lines.some(([name]) => /^(content-length|transfer-encoding)$/i.test(name));
  if (content !== undefined && !framed) lines.push(['content-length', String(Buffer.byteLength(content))]);
  return new Promise((resolve, reject) => {
    const request = httpRequest({ hostname, port, method, path, headers: lines.flat() }, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.once('error', reject);
      response.once('end', () => {
        const received = new Headers();
        const raw = response.rawHeaders;
        for (let at = 0; at < raw.length; at += 2) received.append(raw[at]!, raw[at + 1]!);
        const text = Buffer.concat(chunks).toString();
        const isJson = /^application\/(\w+\+)?json\b/.test(received.get('content-type') ?? '');
        const body = text === '' ? null : isJson ? JSON.parse(text) : text;
        resolve({ status: response.statusCode!, headers: received, etag: received.get('etag'), body });
      });
    });
    request.once('error', reject).end(content);
  });
}

interface Documented {
  readonly method: string;
  readonly path: string;
  readonly pattern: RegExp;
  readonly responses: Record<string, { description: string; content?: Record<string, unknown> }>;
}

/** The responses of operations according to openapi.json. */
export interface ResponseContract {
  readonly document: JsonDocument;
  /** Throws AssertionError where a response is not what the document says. */
  check(method: string, path: string, response: ApiResponse): void;
}

const DOCUMENT = new URL('../../../openapi.json', import.meta.url);

const NOW = { method: 'GET', path: '/v1/lives/{live_id}/now' };

interface Contract {
  readonly document: JsonDocument;
  readonly operations: readonly Documented[];
  readonly ajv: Ajv2020;
  /** Compiled validators by the `$ref` of their schema. */
  readonly validators: Map<string, ValidateFunction>;
}

let contract: Contract | undefined;

/** Reads the document of the repository, which test/repository/contract.test.ts compares with that of the server. */
function readContract(): Contract {
  const document = JSON.parse(readFileSync(DOCUMENT, 'utf8'));
  const ajv = new Ajv2020({ strict: false, allErrors: true, validateFormats: false });
  ajv.addSchema(closed({ paths: document.paths, components: document.components }), 'openapi');
  return { document, operations: listOperations(document), ajv, validators: new Map() };
}

export function requireContract(lectern: TestLectern): ResponseContract {
  contract ??= readContract();
  const { document, operations, ajv, validators } = contract;

  const requireValid = (
    { path, method }: Pick<Documented, 'path' | 'method'>,
    response: ApiResponse,
    mediaType: string,
  ) => {
    const pointer = ['paths', path, method.toLowerCase(), 'responses', String(response.status), 'content', mediaType];
    const reference = `openapi#/${pointer.map(escapePointer).join('/')}/schema`;
    const validate = validators.get(reference) ?? ajv.compile({ $ref: reference });
    validators.set(reference, validate);
    const valid = validate(response.body);
    must(valid, () => `${method} ${path} ${response.status}: ${ajv.errorsText(validate.errors)}\n${show(response)}`);
  };

  return {
    document,
    check(method, path, response) {
      const asGet = method === 'HEAD' ? 'GET' : method;
      const pathname = path.split('?', 1)[0]!;
      // The audience gets pages and streams, refusals included.
      if (pathname.startsWith('/l/')) return;
      if (response.status >= 400) requireProblem(lectern.config.publicUrl, method, response);
      const operation = operations.find((known) => known.method === asGet && known.pattern.test(pathname));
      // HEAD of a poll: the path has no such method. [D5]
      if (!operation || (method === 'HEAD' && response.status === 405)) return;
      const documented = operation.responses[response.status];
      const where = `${method} ${operation.path}`;
      must(
        documented,
        () => `${where} responds ${response.status}, which its document does not list\n${show(response)}`,
      );
      const mediaTypes = Object.keys(documented.content ?? {});
      if (method === 'HEAD' || mediaTypes.length === 0) {
        assert.equal(response.body, null, `${where} ${response.status} has no content`);
        return;
      }
      const mediaType = response.headers.get('content-type')?.split(';', 1)[0] ?? '';
      assert.ok(mediaTypes.includes(mediaType), `${where} ${response.status}: ${mediaType} is not of ${mediaTypes}`);
      // A write in the view of a controller responds as now does. [D74]
      const isNow = /\?(.*&)?view=now\b/.test(path) && method !== 'GET' && response.status === 200;
      requireValid(isNow ? NOW : operation, response, mediaType);
      if (response.status < 400) return;
      const named = documented.description.includes(`\`${response.body.code}\``);
      assert.ok(named, `${where} ${response.status}: its document does not name the code ${response.body.code}`);
    },
  };
}

/** The document leaves responses open for later versions; this version sends nothing that it does not describe. */
function closed<Node>(node: Node): Node {
  if (node === null || typeof node !== 'object') return node;
  if (Array.isArray(node)) return node.map(closed) as Node;
  const entries = Object.entries(node).map(([name, value]) => [name, closed(value)]);
  const schema = Object.fromEntries(entries);
  return schema.type === 'object' && schema.properties ? { additionalProperties: false, ...schema } : schema;
}

/** Literal paths before those with parameters, as routers read them. */
function listOperations(document: JsonDocument): Documented[] {
  const paths = Object.entries<JsonDocument>(document.paths).sort(([a], [b]) => count(a) - count(b));
  return paths.flatMap(([path, methods]) =>
    Object.entries<JsonDocument>(methods).map(([method, { responses }]) => ({
      method: method.toUpperCase(),
      path,
      pattern: new RegExp(`^${path.replaceAll('.', '\\.').replaceAll(/\{\w+\}/g, '[^/]+')}$`),
      responses,
    })),
  );
}

const count = (path: string): number => path.split('{').length;

/** [D2]: the Error object, its media type, its type URI and its request id. A HEAD has none of it but the header. */
function requireProblem(baseUrl: string, method: string, response: ApiResponse): void {
  const requestId = response.headers.get('x-request-id');
  must(requestId, () => `an error without X-Request-Id\n${show(response)}`);
  must(response.headers.get('content-type') === 'application/problem+json', () => show(response));
  if (method === 'HEAD') return;
  const { type, title, status, code, request_id: named, detail, errors, ...rest } = response.body;
  assert.deepEqual(
    { type, status, named },
    { type: `${baseUrl}/problems/${code}`, status: response.status, named: requestId },
  );
  must(typeof title === 'string' && title !== '', () => show(response));
  must(detail === undefined || typeof detail === 'string', () => show(response));
  must(errors === undefined || response.status === 422, () => show(response));
  for (const error of errors ?? []) {
    must(typeof error.message === 'string' && 'pointer' in error !== 'parameter' in error, () => show(response));
  }
  assert.deepEqual(rest, {}, 'members that [D2] does not have');
}

const escapePointer = (name: string): string => encodeURIComponent(name.replaceAll('~', '~0').replaceAll('/', '~1'));

/** Asserts like assert.ok, but creates the message only on failure, since every response passes here. */
function must(condition: unknown, say: () => string): asserts condition {
  if (!condition) assert.fail(say());
}

const show = ({ status, headers, body }: ApiResponse): string =>
  JSON.stringify({ status, headers: Object.fromEntries(headers), body });
