import { batch, effect, type ReadonlySignal, type Signal, signal } from '@preact/signals';
import { createRef, type RefObject } from 'preact';
import type { paths, Success } from '../../../clients/typescript/src/index.ts';
import type { LiveControl } from '../live/live-control.ts';

type Pages = Success<paths['/v1/lives/{live_id}/pages']['get']>;
export type QueuePage = Pages['data'][number];

/** The pages of the queue, read as they come into sight. */
export interface QueueState {
  readonly list: RefObject<HTMLDivElement | null>;
  readonly total: ReadonlySignal<number>;
  /** By number. While newer ones are read, those of before stay. */
  readonly pages: ReadonlySignal<ReadonlyMap<number, QueuePage>>;
  /** Which page is selected, by its number. */
  readonly selected: Signal<number | null>;
  /** Reads these pages, unless they are there. */
  ensure(from: number, to: number): void;
  /** A page, read if need be. Null where it cannot be read, or is not there. */
  read(page: number): Promise<QueuePage | null>;
  close(): void;
}

/** How many pages one request brings. */
const CHUNK = 100;

export function openQueue({ session, liveId, now }: LiveControl): QueueState {
  const list = createRef<HTMLDivElement>();
  const total = signal(0);
  const pages = signal<ReadonlyMap<number, QueuePage>>(new Map());
  const selected = signal<number | null>(null);
  let revision: string | undefined;
  let seen = { from: 0, to: CHUNK - 1 };
  const asked = new Map<number, Promise<void>>();

  const readChunk = async (chunk: number): Promise<void> => {
    const wanted = revision;
    const params = { path: { live_id: liveId }, query: { from: chunk * CHUNK, limit: CHUNK } };
    try {
      const { data } = await session.client.GET('/v1/lives/{live_id}/pages', { params });
      if (revision !== wanted) return;
      const chosen = pages.value.get(selected.value ?? -1);
      const moved = data.data.find(({ item_id: id, part }) => id === chosen?.item_id && part === chosen.part);
      const next = new Map(pages.value);
      for (let page = chunk * CHUNK; page < (chunk + 1) * CHUNK; page++) next.delete(page);
      for (const page of data.data) next.set(page.page, page);
      for (const page of next.keys()) if (page >= data.total) next.delete(page);
      // What is selected stays selected where others change the queue.
      batch(() => {
        total.value = data.total;
        pages.value = next;
        if (moved) selected.value = moved.page;
      });
    } catch {
      // It is read again when it comes into sight, or when the queue changes.
      asked.delete(chunk);
    }
  };

  const ensureChunk = (chunk: number): Promise<void> => {
    const known = asked.get(chunk);
    if (known) return known;
    const reading = readChunk(chunk);
    asked.set(chunk, reading);
    return reading;
  };

  const ensure = (from: number, to: number) => {
    seen = { from, to };
    for (let chunk = Math.floor(from / CHUNK); chunk <= Math.floor(to / CHUNK); chunk++) void ensureChunk(chunk);
  };

  const endFollowing = effect(() => {
    const { value: state } = now;
    if (!state || state.mode === 'presentation' || state.queue.revision === revision) return;
    revision = state.queue.revision;
    asked.clear();
    total.value = state.queue.pages;
    ensure(seen.from, Math.min(seen.to, Math.max(0, state.queue.pages - 1)));
  });

  return {
    list,
    total,
    pages,
    selected,
    ensure,
    async read(page) {
      await ensureChunk(Math.floor(page / CHUNK));
      return pages.value.get(page) ?? null;
    },
    close: endFollowing,
  };
}
