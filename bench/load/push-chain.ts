import {
  findHeader,
  openHttpConnection,
  type RawResponse,
  type RequestShape,
  serializeRequest,
} from './http-connection.ts';

/**
 * A client that writes one change after another, each with the validator of the answer before. In `path`, `headers` and
 * `body` of the request `{n}` stands for the number of the push, with spaces before it up to NUMBER_CHARACTERS (JSON
 * allows them), `{etag}` for the validator and `{payload}` for the text passed to `push`. Each stands there at most
 * once, and all is ASCII.
 */
export type PushRequest = RequestShape & {
  path: string;
  /** Read first with GET and the same headers, for its ETag; unset where the server wants no validator. */
  etagPath?: string;
};

export type PushChain = {
  /** Resolves when the server has acknowledged with 2xx; rejects at any other status. */
  push(number: number, payload?: string): Promise<void>;
  close(): void;
};

const NUMBER_CHARACTERS = 6;

export async function openPushChain(port: number, request: PushRequest): Promise<PushChain> {
  let etag = '';
  let settle: { resolve(answer: RawResponse): void; reject(reason: Error): void } | undefined;
  const connection = await openHttpConnection(
    port,
    (answer) => settle?.resolve(answer),
    (reason) => settle?.reject(reason),
  );
  const exchange = (bytes: Buffer) =>
    new Promise<RawResponse>((resolve, reject) => {
      settle = { resolve, reject };
      connection.send(bytes);
    });

  const { etagPath, ...shape } = request;
  if (etagPath) {
    const { 'If-Match': _, 'Content-Type': __, ...headers } = shape.headers ?? {};
    const answer = await exchange(Buffer.from(serializeRequest(port, { path: etagPath, headers })));
    etag = findHeader(answer.head, 'etag') ?? '';
    if (answer.status !== 200 || etag === '') throw new Error(`no ETag at ${etagPath}:\n${answer.head}`);
  }
  let prepared: Prepared | undefined;
  const push = async (number: number, payload = '') => {
    if (prepared?.payload !== payload || prepared.etagCharacters !== etag.length) {
      prepared = prepare(port, shape, payload, etag.length);
    }
    const { bytes, numberAt, etagAt } = prepared;
    if (numberAt >= 0) bytes.write(String(number).padStart(NUMBER_CHARACTERS), numberAt, 'latin1');
    if (etagAt >= 0) bytes.write(etag, etagAt, 'latin1');
    const answer = await exchange(bytes);
    if (answer.status < 200 || answer.status > 299) throw new Error(`push ${number} was refused:\n${answer.head}`);
    if (etagAt >= 0) etag = findHeader(answer.head, 'etag') ?? etag;
  };
  return { push, close: () => connection.close() };
}

/**
 * The bytes of a request, made once and then patched where the next push differs: the client's own work counts as the
 * server's where the next push waits for this one.
 */
type Prepared = { bytes: Buffer; numberAt: number; etagAt: number; payload: string; etagCharacters: number };

function prepare(
  port: number,
  shape: RequestShape & { path: string },
  payload: string,
  etagCharacters: number,
): Prepared {
  const number = '#'.repeat(NUMBER_CHARACTERS);
  const etag = '@'.repeat(etagCharacters);
  const fill = (text: string) => text.replace('{n}', number).replace('{etag}', etag).replace('{payload}', payload);
  const headers = Object.fromEntries(Object.entries(shape.headers ?? {}).map(([name, text]) => [name, fill(text)]));
  const body = shape.body === undefined ? undefined : fill(shape.body);
  const text = serializeRequest(port, { ...shape, path: fill(shape.path), headers, body });
  const etagAt = etagCharacters > 0 ? text.indexOf(etag) : -1;
  return { bytes: Buffer.from(text), numberAt: text.indexOf(number), etagAt, payload, etagCharacters };
}
