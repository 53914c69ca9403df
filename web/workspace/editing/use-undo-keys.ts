import { useEffect } from 'preact/hooks';
import type { EditedDocument } from './edited-document.ts';

const TEXT_FIELD = 'input:not([type=checkbox], [type=radio], [type=range], [type=color]), textarea';

/**
 * Makes Ctrl+Z and Ctrl+Shift+Z undo and redo changes of a document. In a text field they belong to the browser.
 * `onUndone` is called after an undo.
 */
export function useUndoKeys<Content>(edited: EditedDocument<Content>, onUndone?: () => void): void {
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (!(event.ctrlKey || event.metaKey) || event.altKey || document.querySelector('dialog[open]')) return;
      const key = event.key.toLowerCase();
      const field = (event.target as HTMLElement).closest<HTMLInputElement>(TEXT_FIELD);
      // An empty field has nothing to undo for the person.
      if ((key !== 'z' && key !== 'y') || (field && field.value !== '')) return;
      event.preventDefault();
      if (key === 'y' || event.shiftKey) edited.redo();
      else if (edited.undo()) onUndone?.();
    };
    document.addEventListener('keydown', onKeyDown);
    return () => document.removeEventListener('keydown', onKeyDown);
  }, [edited]);
}
