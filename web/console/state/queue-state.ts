import { batch, effect, type ReadonlySignal, signal } from '@preact/signals';
import { createRef, type RefObject } from 'preact';
import type { paths, Success } from '../../../clients/typescript/src/index.ts';
import type { LiveControl } from '../live/live-control.ts';

type Pages = Success<paths['/v1/lives/{live_id}/pages']['get']>;
export type QueuePage = Pages['data'][number];

/** Pages of the queue, loaded as they come into view. */
export interface QueueState {
  readonly list: RefObject<HTMLDivElement | null>;
  readonly total: ReadonlySignal<number>;
  /** Pages by number. Old pages remain while newer ones are loaded. */
  readonly pages: ReadonlySignal<ReadonlyMap<number, QueuePage>>;
  /** Returns a loaded page by its first item and its part. */
  findPage(page: { readonly id: string; readonly part: number }): QueuePage | undefined;
  /** Loads these pages unless they are loaded already. */
  ensure(from: number, to: number): void;
  /** Returns a page, and loads it first if necessary. Null if it cannot be loaded or does not exist. */
  read(page: number): Promise<QueuePage | null>;
  close(): void;
}

/** Number of pages per request. */
const CHUNK = 100;

export function openQueue({ session, liveId, now }: LiveControl): QueueState {
  const list = createRef<HTMLDivElement>();
  const total = signal(0);
  const pages = signal<ReadonlyMap<number, QueuePage>>(new Map());
  let revision: string | undefined;
  let visible = { from: 0, to: CHUNK - 1 };
  const requests = new Map<number, Promise<void>>();

  const readChunk = async (chunk: number): Promise<void> => {
    const requestedRevision = revision;
    const params = { path: { live_id: liveId }, query: { from: chunk * CHUNK, limit: CHUNK } };
    try {
      const { data } = await session.client.GET('/v1/lives/{live_id}/pages', { params });
      if (revision !== requestedRevision) return;
      const next = new Map(pages.value);
      for (let page = chunk * CHUNK; page < (chunk + 1) * CHUNK; page++) next.delete(page);
      for (const page of data.data) next.set(page.page, page);
      for (const page of next.keys()) if (page >= data.total) next.delete(page);
      batch(() => {
        total.value = data.total;
        pages.value = next;
      });
    } catch {
      // The chunk is read again when it comes into view, or when the queue changes.
      requests.delete(chunk);
    }
  };

  const ensureChunk = (chunk: number): Promise<void> => {
    const known = requests.get(chunk);
    if (known) return known;
    const reading = readChunk(chunk);
    requests.set(chunk, reading);
    return reading;
  };

  const ensure = (from: number, to: number) => {
    visible = { from, to };
    for (let chunk = Math.floor(from / CHUNK); chunk <= Math.floor(to / CHUNK); chunk++) void ensureChunk(chunk);
  };

  const stopEffect = effect(() => {
    const { value: state } = now;
    if (!state || state.mode === 'presentation' || state.queue.revision === revision) return;
    revision = state.queue.revision;
    requests.clear();
    total.value = state.queue.pages;
    ensure(visible.from, Math.min(visible.to, Math.max(0, state.queue.pages - 1)));
  });

  return {
    list,
    total,
    pages,
    findPage: ({ id, part }) => [...pages.value.values()].find((page) => page.item_id === id && page.part === part),
    ensure,
    async read(page) {
      await ensureChunk(Math.floor(page / CHUNK));
      return pages.value.get(page) ?? null;
    },
    close: stopEffect,
  };
}
