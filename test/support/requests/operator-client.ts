import assert from 'node:assert/strict';

/** A document of unknown shape: each test names the fields that it expects. */
// biome-ignore lint/suspicious/noExplicitAny: what is missing fails in the test that names it
type Document = any;

export interface OperatorResponse {
  readonly status: number;
  readonly headers: Headers;
  readonly etag: string | null;
  /** Null where the response has no content. */
  readonly body: Document;
}

export interface OperatorClient {
  readonly liveId: string;
  readonly token: string;
  /** The ETag of the latest response that had one. */
  etag: string;
  /** Sends one request below /v1/lives/{live_id}. Rejects without a response. Sends If-Match if `ifMatch` is given. */
  call(method: string, path?: string, options?: { body?: unknown; ifMatch?: string }): Promise<OperatorResponse>;
  /** A write with the ETag known, whatever its response is. */
  attempt(method: string, path: string, body?: unknown): Promise<OperatorResponse>;
  /** Sends a request like `attempt`, which must succeed. */
  write(method: string, path: string, body?: unknown): Promise<Document>;
  /** Pushes a passage as a person writes it. */
  push(passage: string, options?: { replace?: boolean; translations?: string[] }): Promise<Document>;
  /** The Live; learns its ETag. */
  read(): Promise<Document>;
  /** The whole queue, all pages of one sequence; learns its ETag. */
  readQueue(): Promise<{ sequence: number; items: ListedQueueItem[] }>;
}

export interface ListedQueueItem {
  readonly id: string;
  readonly position: number;
  readonly verse: {
    readonly book_id: number;
    readonly book: string;
    readonly chapter: number;
    readonly verse: number;
    readonly text: string;
    readonly translation: string;
    readonly rights: object;
    readonly attribution: string;
  };
}

/** Creates a client with a token that controls one Live over REST, one request after another. */
export function createOperatorClient(
  origin: string,
  { token, liveId }: { token: string; liveId: string },
): OperatorClient {
  const operator: OperatorClient = {
    liveId,
    token,
    etag: '',

    async call(method, path = '', { body, ifMatch } = {}) {
      const response = await fetch(`${origin}/v1/lives/${liveId}${path}`, {
        method,
        headers: {
          authorization: `Bearer ${token}`,
          ...(body !== undefined && { 'content-type': 'application/json' }),
          ...(ifMatch !== undefined && { 'if-match': ifMatch }),
        },
        ...(body !== undefined && { body: JSON.stringify(body) }),
      });
      const text = await response.text();
      const etag = response.headers.get('etag');
      if (etag !== null) operator.etag = etag;
      const content = text === '' ? null : JSON.parse(text);
      return { status: response.status, headers: response.headers, etag, body: content };
    },

    async attempt(method, path, body) {
      if (operator.etag === '') await operator.read();
      return operator.call(method, path, { body, ifMatch: operator.etag });
    },

    async write(method, path, body) {
      const response = await operator.attempt(method, path, body);
      assert.ok(response.status < 300, `${method} ${path}: ${response.status} ${JSON.stringify(response.body)}`);
      return response.body;
    },

    push: (passage, options = {}) => operator.write('POST', '/passages', { passage, ...options }),

    async read() {
      const response = await operator.call('GET');
      assert.equal(response.status, 200, JSON.stringify(response.body));
      return response.body;
    },

    async readQueue() {
      const items: ListedQueueItem[] = [];
      let after: string | null = null;
      for (;;) {
        const query: string = after === null ? '' : `&after=${encodeURIComponent(after)}`;
        const { status, body } = await operator.call('GET', `/queue-items?limit=100${query}`);
        assert.equal(status, 200, JSON.stringify(body));
        items.push(...body.data);
        after = body.next_cursor;
        if (after === null) return { sequence: body.sequence, items };
      }
    },
  };
  return operator;
}

/** Makes a further Live of the organization that `known` belongs to, and configures it with the starter edition. */
export async function createServedLive(
  origin: string,
  known: { token: string; liveId: string },
): Promise<OperatorClient> {
  const { organization_id } = await createOperatorClient(origin, known).read();
  const response = await fetch(`${origin}/v1/organizations/${organization_id}/lives`, {
    method: 'POST',
    headers: { authorization: `Bearer ${known.token}`, 'content-type': 'application/json' },
    body: '{}',
  });
  assert.equal(response.status, 201);
  const { id } = (await response.json()) as { id: string };
  const operator = createOperatorClient(origin, { token: known.token, liveId: id });
  await operator.write('PATCH', '/settings', { translations: ['kjv'] });
  return operator;
}
