import type { EarlierPage, PhoneOrder } from '../../../src/contract/phones.ts';

/** Time within which the phones of a room ask for what has changed, so that they do not do so at once. [D72] */
export const SPREAD_MS = 300;

/** A part of the page that is requested on its own. */
export interface Part<Content> {
  /** Null until it was loaded. */
  readonly content: Content | null;
  readonly failed: boolean;
  /** Loads the part if `tag` says that it has changed since it was requested. */
  load(tag: string): void;
  /** Loads the part again, such as after a failure. */
  reload(): void;
}

/** Creates a part that `read` loads. `changed` is called when there is something else to show. */
export function createPart<Content>(read: () => Promise<Content>, changed: () => void): Part<Content> {
  let content: Content | null = null;
  let failed = false;
  let requestedTag: string | null = null;
  let request = 0;
  const load = async (tag: string | null, delayMs: number) => {
    requestedTag = tag;
    const mine = ++request;
    await new Promise((resolve) => setTimeout(resolve, delayMs));
    if (mine !== request) return;
    try {
      const loaded = await read();
      if (mine !== request) return;
      content = loaded;
      failed = false;
    } catch {
      if (mine !== request) return;
      failed = true;
    }
    changed();
  };
  return {
    get content() {
      return content;
    },
    get failed() {
      return failed;
    },
    load(tag) {
      if (tag !== requestedTag) void load(tag, content === null ? 0 : Math.random() * SPREAD_MS);
    },
    reload() {
      void load(requestedTag, 0);
    },
  };
}

export async function readJson<Content>(path: string): Promise<Content> {
  const response = await fetch(path);
  if (!response.ok) throw new Error(`${path}: ${response.status}`);
  return response.json();
}

export const readOrder = (base: string): Promise<PhoneOrder> => readJson(`${base}/order`);

/** Reads the newest entries, and as many further pages as were shown before. */
export async function readEarlier(base: string, pages: number): Promise<EarlierPage> {
  let all: EarlierPage = { data: [], next: null, editions: {} };
  for (let page = 0; page < pages; page++) {
    const query: string = all.next === null ? '' : `?before=${encodeURIComponent(all.next)}`;
    const { data, next, editions } = await readJson<EarlierPage>(`${base}/earlier${query}`);
    all = { data: [...all.data, ...data], next, editions: { ...all.editions, ...editions } };
    if (next === null) break;
  }
  return all;
}
