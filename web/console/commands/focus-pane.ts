import type { ConsoleContext } from '../state/console-context.ts';

/** Moves the focus to the next or previous pane: bar, chapter, queue, on air. */
export function focusPane({ bar }: ConsoleContext, by: 1 | -1): void {
  const stops = [
    bar.input.current,
    ...['.find', '.queue', '.on-air'].map((pane) =>
      document.querySelector<HTMLElement>(`${pane} :is([tabindex="0"], button:not(:disabled))`),
    ),
  ].filter((stop) => stop?.checkVisibility());
  const at = stops.findIndex(
    (stop) => stop === document.activeElement || stop?.closest('.pane')?.contains(document.activeElement),
  );
  stops[(at + by + stops.length) % stops.length]?.focus();
}
