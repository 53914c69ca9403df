import assert from 'node:assert/strict';
import { type ApiResponse, sendRequest } from './api.ts';
import { type AudienceStream, openStreamAt } from './stream.ts';

/** A browser at an address that a key opens: of an output or a remote link. [D60], [D68] */
export interface KeyEntrance {
  readonly path: string;
  readonly key: string;
  page(cookie?: string): Promise<ApiResponse>;
  admit(body?: unknown, headers?: Record<string, string>): Promise<ApiResponse>;
  /** Gives the key, which must be right. Returns what the browser sends from then on. */
  enter(): Promise<string>;
  /** Opens the stream, which must be let in. */
  stream(cookie: string): Promise<AudienceStream>;
  /** Posts JSON below the address. */
  send(to: string, body: unknown, headers: Record<string, string>): Promise<ApiResponse>;
}

/** `origin`: the node that is asked. */
export function keyEntrance(origin: string, url: string): KeyEntrance {
  const { pathname: path, hash } = new URL(url);
  const key = hash.slice(1);
  const door: KeyEntrance = {
    path,
    key,
    page: (cookie) => sendRequest(origin, 'GET', path, undefined, { accept: 'text/html', ...(cookie && { cookie }) }),
    admit: (body = { key }, headers = {}) => door.send('admit', body, headers),
    async enter() {
      const response = await door.admit();
      assert.equal(response.status, 204, JSON.stringify(response.body));
      const [cookie, ...more] = response.headers.getSetCookie();
      assert.deepEqual(more, []);
      return cookie!.split(';')[0]!;
    },
    stream: (cookie) => openStreamAt(`${origin}${path}/stream`, { cookie }),
    send: (to, body, headers) =>
      sendRequest(origin, 'POST', `${path}/${to}`, typeof body === 'string' ? body : JSON.stringify(body), {
        'content-type': 'application/json',
        ...headers,
      }),
  };
  return door;
}
