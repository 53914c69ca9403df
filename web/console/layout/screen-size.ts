import { type ReadonlySignal, signal } from '@preact/signals';

/**
 * Size class of the window. `phone`: the phone layout, also used as a dock. `tablet`: one pane at a time. `desk`: all
 * panes.
 */
export type ScreenSize = 'phone' | 'tablet' | 'desk';

const QUERIES = [
  ['phone', matchMedia('(width < 640px)')],
  ['tablet', matchMedia('(width < 900px)')],
] as const;

const measureSize = (): ScreenSize => QUERIES.find(([, query]) => query.matches)?.[0] ?? 'desk';
const size = signal(measureSize());
for (const [, query] of QUERIES) {
  query.addEventListener('change', () => {
    size.value = measureSize();
  });
}

/** Current size class of the window. */
export const screenSize: ReadonlySignal<ScreenSize> = size;
