import { type ReadonlySignal, signal } from '@preact/signals';

/** `phone`: a remote, also as a dock. `tablet`: one pane at a time. `desk`: all panes. */
export type ScreenSize = 'phone' | 'tablet' | 'desk';

const QUERIES = [
  ['phone', matchMedia('(width < 640px)')],
  ['tablet', matchMedia('(width < 900px)')],
] as const;

const find = (): ScreenSize => QUERIES.find(([, query]) => query.matches)?.[0] ?? 'desk';
const size = signal(find());
for (const [, query] of QUERIES) {
  query.addEventListener('change', () => {
    size.value = find();
  });
}

/** How much room the window has now. */
export const screenSize: ReadonlySignal<ScreenSize> = size;
