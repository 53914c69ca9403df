import { useEffect } from 'preact/hooks';
import type { Draft } from './draft.ts';

const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement && target.matches('input[type="text"], input[type="number"], textarea');

/**
 * Takes back the last change of a draft on Ctrl+Z outside of text fields, and warns before the page closes with unsaved
 * changes.
 */
export function useDraftKeys<Values extends object>({ changed, undo }: Draft<Values>, onUndone: () => void): void {
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key !== 'z' || event.shiftKey || !(event.ctrlKey || event.metaKey) || isTyping(event.target)) return;
      if (!undo()) return;
      event.preventDefault();
      onUndone();
    };
    const onBeforeUnload = (event: BeforeUnloadEvent) => {
      if (changed.value.length > 0) event.preventDefault();
    };
    addEventListener('keydown', onKeyDown);
    addEventListener('beforeunload', onBeforeUnload);
    return () => {
      removeEventListener('keydown', onKeyDown);
      removeEventListener('beforeunload', onBeforeUnload);
    };
  }, []);
}
