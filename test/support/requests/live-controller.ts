import assert from 'node:assert/strict';
import type { TestLectern, TestOwner } from '../server/lectern.ts';
import { type ApiResponse, api, createTestLive, type JsonDocument } from './api.ts';

type Method = 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/** A queue item as the wire shows it. */
export interface QueuedItem {
  id: string;
  position: number;
  verse: JsonDocument;
}

/** One Live as an operator works at it: every write takes along the ETag of the response before. */
export interface LiveController {
  readonly id: string;
  /** "/v1/lives/{live_id}" */
  readonly path: string;
  readonly owner: TestOwner;
  /** The ETag of the latest response that had one. */
  etag: string;
  /** Returns a controller of the same Live on a restarted server. */
  on(lectern: TestLectern): LiveController;
  get(sub?: string, headers?: Record<string, string>): Promise<ApiResponse>;
  head(sub: string): Promise<ApiResponse>;
  /** Sends a request. If-Match is the latest ETag unless `headers` sets it; `null` omits it. */
  send(method: Method, sub: string, body?: unknown, headers?: Record<string, string | null>): Promise<ApiResponse>;
  /** Pushes, and demands success. */
  push(reference: object): Promise<JsonDocument>;
  /** Changes the playback, and demands success. */
  play(body: object): Promise<JsonDocument>;
  /** The whole queue, page by page. */
  items(): Promise<QueuedItem[]>;
  /** Everything that an operator can read of it. */
  everything(): Promise<JsonDocument>;
  /** Demands this refusal, and that it changed nothing that can be read. */
  refused(status: number, code: string, attempt: () => Promise<ApiResponse>): Promise<ApiResponse>;
}

export async function createLiveController(
  lectern: TestLectern,
  owner: TestOwner,
  settings: { translations?: string[] } = {},
): Promise<LiveController> {
  const { id, etag } = await createTestLive(api(lectern, owner));
  const controller = controlLive(lectern, owner, id, etag);
  if (settings.translations) {
    const { status } = await controller.send('PATCH', '/settings', { translations: settings.translations });
    assert.equal(status, 200);
  }
  return controller;
}

/** The controller of a Live that exists, with the ETag known of it. */
export function controlLive(lectern: TestLectern, owner: TestOwner, id: string, etag: string): LiveController {
  const client = api(lectern, owner);
  const path = `/v1/lives/${id}`;
  const noted = (response: ApiResponse): ApiResponse => {
    if (response.status < 400 && response.etag) controller.etag = response.etag;
    return response;
  };
  const succeeded = (response: ApiResponse): JsonDocument => {
    assert.equal(response.status, 200, JSON.stringify(response.body));
    return response.body;
  };
  const controller: LiveController = {
    id,
    path,
    owner,
    etag,
    on: (restarted) => controlLive(restarted, owner, id, controller.etag),
    get: async (sub = '', headers = {}) => noted(await client.get(path + sub, { headers })),
    head: (sub) => client.request('HEAD', path + sub),
    send: async (method, sub, body, headers = {}) => {
      const all = { 'if-match': controller.etag, ...headers };
      const given = Object.fromEntries(
        Object.entries(all).filter((entry): entry is [string, string] => entry[1] !== null),
      );
      return noted(await client.request(method, path + sub, { body, headers: given }));
    },
    push: async (reference) => succeeded(await controller.send('POST', '/stack', { reference })),
    play: async (body) => succeeded(await controller.send('PATCH', '/playback', body)),
    items: async () => {
      const items: QueuedItem[] = [];
      for (let after = ''; ; ) {
        const page = succeeded(await controller.get(`/queue-items?limit=100${after}`));
        items.push(...page.data);
        if (page.next_cursor === null) return items;
        after = `&after=${page.next_cursor}`;
      }
    },
    everything: async () => {
      const read = async (sub: string) => {
        const { body, etag } = await controller.get(sub);
        return { body, etag };
      };
      const subs = ['', '/display', '/playback', '/settings', '/focus'];
      return { queue: await controller.items(), reads: await Promise.all(subs.map(read)) };
    },
    refused: async (status, code, attempt) => {
      const before = await controller.everything();
      const response = await attempt();
      assert.deepEqual([response.status, response.body?.code], [status, code], JSON.stringify(response.body));
      assert.deepEqual(await controller.everything(), before);
      return response;
    },
  };
  return controller;
}
