import assert from 'node:assert/strict';
import { type ApiResponse, sendRequest } from './api.ts';

/** A page of the audience's, before a Live whose secret it may have to give. [D20], [D44] */
export interface AudienceEntrance {
  /** `query` with its question mark. */
  page(options?: { query?: string; cookie?: string; headers?: Record<string, string> }): Promise<ApiResponse>;
  /** Sends the form of the page that asks. */
  give(secret: string, options?: { query?: string; headers?: Record<string, string> }): Promise<ApiResponse>;
  /** Gives the secret, which must be right. Returns what the browser sends from then on. */
  enter(secret: string, headers?: Record<string, string>): Promise<string>;
  /** The status of the response to one who wants the stream; a stream that opens is let go again. */
  streamStatus(headers?: Record<string, string>): Promise<number>;
}

export function audienceEntrance(origin: string, liveId: string): AudienceEntrance {
  const path = `/l/${liveId}`;
  const door: AudienceEntrance = {
    page: ({ query = '', cookie, headers } = {}) =>
      sendRequest(origin, 'GET', path + query, undefined, { ...(cookie !== undefined && { cookie }), ...headers }),
    give: (secret, { query = '', headers } = {}) =>
      sendRequest(origin, 'POST', `${path}/secret${query}`, new URLSearchParams({ secret }).toString(), {
        'content-type': 'application/x-www-form-urlencoded',
        ...headers,
      }),
    enter: async (secret, headers) => {
      const response = await door.give(secret, { headers });
      assert.equal(response.status, 303, JSON.stringify(response.body));
      const [cookie, ...more] = response.headers.getSetCookie();
      assert.deepEqual(more, []);
      return cookie!.split(';')[0]!;
    },
    streamStatus: async (headers = {}) => {
      const ending = new AbortController();
      const { status } = await fetch(`${origin}${path}/stream`, { headers, signal: ending.signal });
      ending.abort();
      return status;
    },
  };
  return door;
}
