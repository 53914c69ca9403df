import type { ConsoleContext } from '../state/console-context.ts';

/**
 * Handles a key that is pressed in the bar while it has text. Reads the signals directly: a key press can arrive before
 * the previous change is rendered.
 */
export function pressInBar({ bar, live }: ConsoleContext, event: KeyboardEvent): void {
  if (event.isComposing || bar.text.value === '') return;
  const { length } = bar.candidates.value;
  const isChoice = bar.needsChoice.value && /^[1-9]$/.test(event.key) && Number(event.key) <= length;
  if (isChoice && !event.repeat) {
    event.preventDefault();
    bar.choose(Number(event.key) - 1);
    bar.enter();
  } else if (event.key === 'Enter') {
    event.preventDefault();
    const options = { selects: event.ctrlKey || event.metaKey, plans: event.shiftKey };
    // Selecting and planning show nothing, so they do not confirm the strip's question.
    if (event.repeat || (!options.selects && !options.plans && live.confirm())) return;
    bar.enter(options);
  } else if ((event.key === 'ArrowDown' || event.key === 'ArrowUp') && !event.altKey) {
    event.preventDefault();
    const step = event.key === 'ArrowDown' ? 1 : -1;
    const at = bar.chosen.value;
    if (length > 0) bar.choose(at === null && step > 0 ? 0 : ((at ?? 0) + step + length) % length);
  }
}
