import { useLayoutEffect, useRef } from 'preact/hooks';
import { useWorkspace } from '../workspace-context.ts';
import { EntryItem } from './entry-item.tsx';
import type { PlanEditor } from './plan-editor.ts';

/** Renders the entries of a plan in their order. */
export function EntryList({ editor }: { readonly editor: PlanEditor }) {
  const { strings } = useWorkspace();
  const list = useRef<HTMLOListElement>(null);
  const { entries } = editor.edited.content.value;
  const opened = editor.opened.value;
  const focused = editor.focused.value;

  // A moved row loses the focus, and a removed one passes it on.
  useLayoutEffect(() => {
    if (focused === null) return;
    list.current?.querySelector<HTMLElement>(`[data-key="${CSS.escape(focused)}"] .entry-main`)?.focus();
    editor.focused.value = null;
  }, [focused]);
  // What is added at the end is visible, though the field is above the list.
  const { length } = entries;
  const previousLength = useRef(length);
  useLayoutEffect(() => {
    if (length > previousLength.current) list.current?.lastElementChild?.scrollIntoView({ block: 'nearest' });
    previousLength.current = length;
  }, [length]);

  return (
    <ol ref={list} class="entries" aria-label={strings.plans.list}>
      {entries.map((entry, index) => (
        <EntryItem
          key={entry.key}
          editor={editor}
          entry={entry}
          index={index}
          isLast={index === length - 1}
          isOpen={entry.key === opened}
        />
      ))}
    </ol>
  );
}
