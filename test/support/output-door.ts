import assert from 'node:assert/strict';
import { type Answer, exchange } from './api.ts';
import { type AudienceStream, openStreamAt } from './stream.ts';

/** A screen that shows an output, by its address. [D60] */
export interface OutputDoor {
  readonly path: string;
  readonly key: string;
  page(cookie?: string): Promise<Answer>;
  admit(body?: unknown, headers?: Record<string, string>): Promise<Answer>;
  /** Gives the key, which must be right. Returns what the browser sends from then on. */
  enter(): Promise<string>;
  report(cookie: string | undefined, body?: object, headers?: Record<string, string>): Promise<Answer>;
  /** Opens the stream, which must be let in. */
  stream(cookie: string): Promise<AudienceStream>;
}

export const REPORT = { sequence: 0, part: 0, width: 1920, height: 1080, problem: null };

/** `origin`: the node that is asked. */
export function outputDoorOf(origin: string, url: string): OutputDoor {
  const { pathname: path, hash } = new URL(url);
  const key = hash.slice(1);
  const send = (to: string, body: unknown, headers: Record<string, string>) =>
    exchange(origin, 'POST', `${path}/${to}`, typeof body === 'string' ? body : JSON.stringify(body), {
      'content-type': 'application/json',
      ...headers,
    });
  const door: OutputDoor = {
    path,
    key,
    page: (cookie) => exchange(origin, 'GET', path, undefined, { accept: 'text/html', ...(cookie && { cookie }) }),
    admit: (body = { key }, headers = {}) => send('admit', body, headers),
    async enter() {
      const answer = await door.admit();
      assert.equal(answer.status, 204, JSON.stringify(answer.body));
      const [cookie, ...more] = answer.headers.getSetCookie();
      assert.deepEqual(more, []);
      return cookie!.split(';')[0]!;
    },
    report: (cookie, body = REPORT, headers = {}) => send('report', body, { ...(cookie && { cookie }), ...headers }),
    stream: (cookie) => openStreamAt(`${origin}${path}/stream`, { cookie }),
  };
  return door;
}
