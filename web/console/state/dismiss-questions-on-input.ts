import { computed, effect, untracked } from '@preact/signals';
import type { ConsoleContext } from './console-context.ts';
import type { QueuePage } from './queue-state.ts';

/**
 * Dismisses the strip's question once the person types or chooses something else, because Enter is then meant for that.
 * A choice that only moves because of other clients' changes keeps the question. Returns a function that stops
 * watching.
 */
export function dismissQuestionsOnInput({ live, bar, history, queue, plan, find }: ConsoleContext): () => void {
  const choices = [
    computed(() => bar.text.value),
    computed(() => bar.chosen.value),
    computed(() => idAt(history.entries.value, history.chosen.value)),
    computed(() => idAt(plan.plan.value?.entries, plan.selected.value)),
    computed(() => lineAt(queue.pages.value.get(queue.selected.value ?? -1))),
    computed(() => find.selected.value),
  ];
  const stops = choices.map((choice) =>
    effect(() => {
      if (choice.value !== null) untracked(() => live.needsConfirmation() && live.dismiss());
    }),
  );
  return () => {
    for (const stop of stops) stop();
  };
}

const idAt = (list: readonly { readonly id: string }[] | null | undefined, index: number | null): string | null =>
  list?.[index ?? -1]?.id ?? null;

const lineAt = (row: QueuePage | undefined): string | null => (row ? `${row.item_id} ${row.part}` : null);
