import type { ConsoleContext } from '../state/console-context.ts';

/** Shows the verses that are selected in the chapter. With Shift they go into the plan. */
export async function showSelected(
  { find, live, acts, bar, plan }: ConsoleContext,
  how: { readonly shiftKey: boolean },
) {
  const passage = find.passage();
  const { value: now } = live.now;
  if (!passage || !now) return;
  if (how.shiftKey) return plan.add([passage]);
  const typed = bar.text.value;
  if (await live.act(acts.show(passage.reference, passage.passages, now))) bar.finish(typed);
}
