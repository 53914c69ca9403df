import type { ConsoleContext } from '../state/console-context.ts';

/** Shows the verses that are selected in the chapter. */
export async function showSelected({ find, live, acts, bar }: ConsoleContext) {
  const passage = find.passage();
  const { value: now } = live.now;
  if (!passage || !now) return;
  if (await live.act(acts.show(passage.reference, passage.passages, now))) bar.finish();
}
