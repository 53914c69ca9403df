import assert from 'node:assert/strict';
import { type Answer, api, createLive, type Document } from './api.ts';
import type { TestLectern, TestOwner } from './lectern.ts';

type Method = 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/** A queue item as the wire shows it. */
export interface QueuedItem {
  id: string;
  position: number;
  verse: Document;
}

/** One Live as an operator works at it: every write takes along the ETag of the answer before. */
export interface LiveDesk {
  readonly id: string;
  /** "/v1/lives/{live_id}" */
  readonly path: string;
  readonly owner: TestOwner;
  /** Of the latest answer that had one. */
  etag: string;
  /** The same Live at a server that was started again. */
  on(lectern: TestLectern): LiveDesk;
  get(sub?: string, headers?: Record<string, string>): Promise<Answer>;
  head(sub: string): Promise<Answer>;
  /** If-Match is the latest ETag, unless `headers` says otherwise; `null` leaves it out. */
  send(method: Method, sub: string, body?: unknown, headers?: Record<string, string | null>): Promise<Answer>;
  /** Pushes, and demands success. */
  push(reference: object): Promise<Document>;
  /** Changes the playback, and demands success. */
  play(body: object): Promise<Document>;
  /** The whole queue, page by page. */
  items(): Promise<QueuedItem[]>;
  /** Everything that an operator can read of it. */
  everything(): Promise<Document>;
  /** Demands this refusal, and that it changed nothing that can be read. */
  refused(status: number, code: string, attempt: () => Promise<Answer>): Promise<Answer>;
}

export async function openDesk(
  lectern: TestLectern,
  owner: TestOwner,
  settings: { translations?: string[] } = {},
): Promise<LiveDesk> {
  const { id, etag } = await createLive(api(lectern, owner));
  const desk = deskOf(lectern, owner, id, etag);
  if (settings.translations) {
    const { status } = await desk.send('PATCH', '/settings', { translations: settings.translations });
    assert.equal(status, 200);
  }
  return desk;
}

/** The desk of a Live that is there already, with the ETag known of it. */
export function deskOf(lectern: TestLectern, owner: TestOwner, id: string, etag: string): LiveDesk {
  const client = api(lectern, owner);
  const path = `/v1/lives/${id}`;
  const noted = (answer: Answer): Answer => {
    if (answer.status < 400 && answer.etag) desk.etag = answer.etag;
    return answer;
  };
  const succeeded = (answer: Answer): Document => {
    assert.equal(answer.status, 200, JSON.stringify(answer.body));
    return answer.body;
  };
  const desk: LiveDesk = {
    id,
    path,
    owner,
    etag,
    on: (restarted) => deskOf(restarted, owner, id, desk.etag),
    get: async (sub = '', headers = {}) => noted(await client.get(path + sub, { headers })),
    head: (sub) => client.request('HEAD', path + sub),
    send: async (method, sub, body, headers = {}) => {
      const all = { 'if-match': desk.etag, ...headers };
      const given = Object.fromEntries(
        Object.entries(all).filter((entry): entry is [string, string] => entry[1] !== null),
      );
      return noted(await client.request(method, path + sub, { body, headers: given }));
    },
    push: async (reference) => succeeded(await desk.send('POST', '/stack', { reference })),
    play: async (body) => succeeded(await desk.send('PATCH', '/playback', body)),
    items: async () => {
      const items: QueuedItem[] = [];
      for (let after = ''; ; ) {
        const page = succeeded(await desk.get(`/queue-items?limit=100${after}`));
        items.push(...page.data);
        if (page.next_cursor === null) return items;
        after = `&after=${page.next_cursor}`;
      }
    },
    everything: async () => {
      const read = async (sub: string) => {
        const { body, etag } = await desk.get(sub);
        return { body, etag };
      };
      const subs = ['', '/display', '/playback', '/settings', '/focus'];
      return { queue: await desk.items(), reads: await Promise.all(subs.map(read)) };
    },
    refused: async (status, code, attempt) => {
      const before = await desk.everything();
      const answer = await attempt();
      assert.deepEqual([answer.status, answer.body?.code], [status, code], JSON.stringify(answer.body));
      assert.deepEqual(await desk.everything(), before);
      return answer;
    },
  };
  return desk;
}
