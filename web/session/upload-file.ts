import { LecternProblem } from '../../clients/typescript/src/index.ts';
import type { Session } from './session.ts';

interface Upload {
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
const ABORTED = 'The upload was canceled.';

/**
 * Uploads a file with the session's credential and returns the response. `fetch` does not report the progress of a
 * request. Rejects with LecternProblem, or with TypeError on a network error.
 */
export async function uploadFile<Body>(session: Session, upload: Upload): Promise<Body> {
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

function send(
  { url, body, contentType, idempotencyKey, signal, onProgress }: Upload,
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
