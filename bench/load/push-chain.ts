import { type Answer, findHeader, openHttpConnection, type RequestShape, toRequest } from './http-connection.ts';

/**
 * A client that writes one change after another, each with the validator of the answer before.
 * In `path`, `headers` and `body` of the request `{n}` stands for the number of the push, `{etag}` for the validator and
 * `{payload}` for the text passed to `push`.
 */
export type PushRequest = RequestShape & {
  path: string;
  /** Read first with GET and the same headers, for its ETag; unset where the server wants no validator. */
  etagPath?: string;
};

export type PushChain = {
  /** Resolves when the server has acknowledged with 2xx; throws at any other status. */
  push(number: number, payload?: string): Promise<void>;
  close(): void;
};

export async function openPushChain(port: number, request: PushRequest): Promise<PushChain> {
  let etag: string | null = null;
  let settle: { resolve(answer: Answer): void; reject(reason: Error): void } | undefined;
  const connection = await openHttpConnection(
    port,
    (answer) => settle?.resolve(answer),
    (reason) => settle?.reject(reason),
  );
  const exchange = (text: string) =>
    new Promise<Answer>((resolve, reject) => {
      settle = { resolve, reject };
      // toRequest counts bytes of UTF-8, and a Buffer keeps them.
      connection.send(Buffer.from(text));
    });

  const { etagPath, ...shape } = request;
  if (etagPath) {
    const { 'If-Match': _, 'Content-Type': __, ...headers } = shape.headers ?? {};
    const answer = await exchange(toRequest(port, { path: etagPath, headers }));
    etag = findHeader(answer.head, 'etag');
    if (answer.status !== 200 || etag === null) throw new Error(`no ETag at ${etagPath}:\n${answer.head}`);
  }
  const push = async (number: number, payload = '') => {
    const fill = (text: string) =>
      text
        .replaceAll('{n}', String(number))
        .replaceAll('{etag}', etag ?? '')
        .replaceAll('{payload}', payload);
    const headers = Object.fromEntries(Object.entries(shape.headers ?? {}).map(([name, text]) => [name, fill(text)]));
    const body = shape.body === undefined ? undefined : fill(shape.body);
    const answer = await exchange(toRequest(port, { ...shape, path: fill(shape.path), headers, body }));
    if (answer.status < 200 || answer.status > 299) throw new Error(`push ${number} was refused:\n${answer.head}`);
    etag = findHeader(answer.head, 'etag') ?? etag;
  };
  return { push, close: () => connection.close() };
}
