import { useSignal } from '@preact/signals';
import { useUndoKeys } from '../editing/use-undo-keys.ts';
import { useWorkspace } from '../workspace-context.ts';
import { AddBar } from './add-bar.tsx';
import { EntryList } from './entry-list.tsx';
import { PasteOutlineDialog } from './paste-outline-dialog.tsx';
import { createEntry } from './plan-draft.ts';
import type { PlanEditor } from './plan-editor.ts';
import { PlanHead } from './plan-head.tsx';
import { PRINT_QUERY } from './plan-row.tsx';
import { PrintDialog } from './print-dialog.tsx';

/** Renders the editor of a plan. */
export function PlanEditorView({ editor }: { readonly editor: PlanEditor }) {
  const { strings, toasts } = useWorkspace();
  const texts = strings.plans;
  /** Text of the open outline dialog, or null. */
  const outline = useSignal<string | null>(null);
  const isPrinting = useSignal(location.search === PRINT_QUERY);
  // The message offers to undo what is undone.
  useUndoKeys(editor.edited, toasts.dismiss);
  const { entries } = editor.edited.content.value;

  const addHeading = () => {
    if (editor.room() === 0) return toasts.show({ kind: 'problem', text: texts.full });
    const heading = createEntry({ kind: 'heading', title: texts.newHeading });
    editor.append([heading]);
    editor.opened.value = heading.key;
  };
  const openOutline = (text: string) => {
    outline.value = text;
  };

  return (
    <div class="plan-editor">
      <PlanHead
        editor={editor}
        onPrint={() => {
          isPrinting.value = true;
        }}
      />
      {editor.mayEdit && (
        <div class="add-line">
          <AddBar editor={editor} onOutline={openOutline} />
          <div class="add-acts">
            <button type="button" onClick={() => openOutline('')}>
              {texts.outline}
            </button>
            <button type="button" onClick={addHeading}>
              {texts.heading}
            </button>
            <button
              type="button"
              class="quiet"
              aria-disabled={!editor.edited.canUndo.value}
              onClick={() => editor.edited.undo() && toasts.dismiss()}
            >
              {texts.undoHint}
            </button>
          </div>
        </div>
      )}
      {entries.length === 0 ? (
        <p class="empty">{editor.mayEdit ? texts.empty : texts.noneReadOnly}</p>
      ) : (
        <EntryList editor={editor} />
      )}
      {editor.mayEdit && entries.length > 0 && <p class="meta plan-keys">{texts.keys}</p>}
      {outline.value !== null && (
        <PasteOutlineDialog
          editor={editor}
          text={outline.value}
          onClose={() => {
            outline.value = null;
          }}
        />
      )}
      {isPrinting.value && (
        <PrintDialog
          editor={editor}
          onClose={() => {
            isPrinting.value = false;
          }}
        />
      )}
    </div>
  );
}
