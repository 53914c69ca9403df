import type { ConsoleContext } from '../state/console-context.ts';

/** Shows the verses selected in the chapter, or with Shift adds them to the plan. */
export async function showSelected(
  { find, live, actions, bar, plan }: ConsoleContext,
  options: { readonly shiftKey: boolean },
) {
  const passage = find.passage();
  const { value: now } = live.now;
  if (!passage || !now) return;
  if (options.shiftKey)
    return plan.append([{ kind: 'passage', title: passage.reference, passage: [...passage.passages] }]);
  const typed = bar.text.value;
  if (await live.run(actions.show(passage.reference, passage.passages, now))) bar.finish(typed);
}
