import { useId } from 'preact/hooks';
import type { EditedDocument } from '../editing/edited-document.ts';
import { isSameFields } from '../editing/fields.ts';
import { useWorkspace } from '../workspace-context.ts';

interface Props<Values extends object> {
  readonly edited: EditedDocument<Values>;
  /** Fields that are set, with their shipped values. */
  readonly shipped: Partial<Values>;
  /** Description of the shipped look, if its name does not say enough. */
  readonly hint?: string | undefined;
}

/** Renders the button that sets the shipped look in the preview, with undo. */
export function ShippedLookButton<Values extends object>({ edited, shipped, hint }: Props<Values>) {
  const { strings, toasts } = useWorkspace();
  const { design: texts, lives } = strings;
  const id = useId();
  const values = edited.content.value;
  const next = { ...values, ...shipped };
  const isShipped = isSameFields(next, values);
  const goBack = () => {
    edited.change(next);
    toasts.show({ text: texts.shippedDone, action: { label: lives.save.undo, run: edited.undo } });
  };
  return (
    <div class="wide shipped-look">
      <button type="button" disabled={isShipped} aria-describedby={hint && id} onClick={goBack}>
        {isShipped ? texts.isShipped : texts.shipped}
      </button>
      {hint && (
        <p id={id} class="hint">
          {hint}
        </p>
      )}
    </div>
  );
}
