import { computed, effect, untracked } from '@preact/signals';
import type { ConsoleContext } from './console-context.ts';
import type { QueuePage } from './queue-state.ts';

/**
 * Puts away what the strip asks once the person types or chooses something else: Enter is meant for that then. What others change
 * moves a choice without changing it, and leaves the question. Returns what ends that.
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
  const ends = choices.map((choice) =>
    effect(() => {
      if (choice.value !== null) untracked(() => live.asks() && live.dismiss());
    }),
  );
  return () => {
    for (const end of ends) end();
  };
}

const idAt = (list: readonly { readonly id: string }[] | null | undefined, index: number | null): string | null =>
  list?.[index ?? -1]?.id ?? null;

const lineAt = (row: QueuePage | undefined): string | null => (row ? `${row.item_id} ${row.part}` : null);
