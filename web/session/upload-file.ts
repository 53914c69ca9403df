import { LecternProblem } from '../../clients/typescript/src/index.ts';
import type { Session } from './session.ts';

export interface FileUpload {
  readonly url: string;
  readonly body: Blob;
  readonly contentType: string;
  /** Makes a repeated upload return the response to the first one. */
  readonly idempotencyKey?: string;
  readonly signal?: AbortSignal;
  /** Called with the fraction that was sent. */
  onProgress?(fraction: number): void;
}

const UNAUTHORIZED = 401;
const TOO_MANY_REQUESTS = 429;
const MS_PER_SECOND = 1_000;
const ABORTED = 'The upload was canceled.';

/**
 * Uploads a file with the session's credential and returns the response. Waits while the server receives too many
 * uploads. Rejects with LecternProblem, or with TypeError on a network error.
 */
export async function uploadFile<Body>(session: Session, upload: FileUpload): Promise<Body> {
  for (;;) {
    try {
      return await uploadOnce<Body>(session, upload);
    } catch (error) {
      if (!(error instanceof LecternProblem && error.status === TOO_MANY_REQUESTS)) throw error;
      await new Promise((resolve) => setTimeout(resolve, (error.retryAfterSeconds ?? 1) * MS_PER_SECOND));
    }
  }
}

async function uploadOnce<Body>(session: Session, upload: FileUpload): Promise<Body> {
  const first = await session.credential.token();
  let response = await send(upload, first);
  if (response.status === UNAUTHORIZED) {
    session.credential.discard(first);
    response = await send(upload, await session.credential.token());
  }
  await session.report(response);
  const body = parse(response.text);
  if (response.status >= 200 && response.status < 300) return body as Body;
  throw new LecternProblem(response.status, (body ?? {}) as Record<string, unknown>, response.headers);
}

interface Received {
  readonly status: number;
  readonly text: string;
  readonly headers: Headers;
}

/** Sends the file. `fetch` does not report the progress of a request. */
function send(
  { url, body, contentType, idempotencyKey, signal, onProgress }: FileUpload,
  token: string,
): Promise<Received> {
  return new Promise((resolve, reject) => {
    if (signal?.aborted) return reject(new TypeError(ABORTED));
    const request = new XMLHttpRequest();
    request.open('POST', url);
    request.setRequestHeader('authorization', `Bearer ${token}`);
    request.setRequestHeader('content-type', contentType);
    if (idempotencyKey !== undefined) request.setRequestHeader('idempotency-key', idempotencyKey);
    request.upload.addEventListener('progress', ({ loaded, total }) => {
      if (total > 0) onProgress?.(loaded / total);
    });
    request.addEventListener('load', () => {
      const headers = new Headers();
      for (const name of ['retry-after', 'www-authenticate', 'x-request-id']) {
        const value = request.getResponseHeader(name);
        if (value !== null) headers.set(name, value);
      }
      resolve({ status: request.status, text: request.responseText, headers });
    });
    request.addEventListener('error', () => reject(new TypeError('The server does not respond.')));
    request.addEventListener('abort', () => reject(new TypeError(ABORTED)));
    signal?.addEventListener('abort', () => request.abort());
    request.send(body);
  });
}

/** Parses a JSON body. Returns null for the page of a proxy. */
function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
