import { computed, effect, type ReadonlySignal, signal } from '@preact/signals';
import type { paths, Success } from '../../../clients/typescript/src/index.ts';
import type { ConsoleStrings } from '../../../src/locales/en/console/index.ts';
import type { LiveControl } from '../live/live-control.ts';
import type { SongOnAir } from './song-candidates.ts';

type Snapshot = Success<paths['/v1/organizations/{organization_id}/snapshots/{snapshot_id}']['get']>;

/** Slides of the deck that the Live presents. */
export interface SlidesState {
  /** Null until they are loaded, and while no deck is presented. */
  readonly snapshot: ReadonlySignal<Snapshot | null>;
  /** The deck with the place in it; null without one. */
  readonly onAir: ReadonlySignal<SongOnAir | null>;
  close(): void;
}

export function openSlides({ session, now, showMessage }: LiveControl, strings: ConsoleStrings): SlidesState {
  const loaded = signal<Snapshot | null>(null);
  const id = computed(() => now.value?.slide?.snapshot_id);
  const snapshot = computed(() => (loaded.value && loaded.value.id === id.value ? loaded.value : null));
  const close = effect(() => {
    const { value: wanted } = id;
    if (!wanted || loaded.peek()?.id === wanted) return;
    const path = { organization_id: session.owner.id, snapshot_id: wanted };
    session.client
      .GET('/v1/organizations/{organization_id}/snapshots/{snapshot_id}', { params: { path } })
      .then(({ data }) => {
        if (id.peek() === wanted) loaded.value = data;
      })
      .catch(() => id.peek() === wanted && showMessage(strings.queue.noSlides));
  });
  const onAir = computed(() => {
    const { value: shown } = snapshot;
    return shown && { snapshotId: shown.id, slides: shown.slides, index: now.value?.slide?.index ?? 0 };
  });
  return { snapshot, onAir, close };
}
