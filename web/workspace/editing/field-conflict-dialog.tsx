import { DialogFrame } from '../../ui/dialog-frame.tsx';
import { useWorkspace } from '../workspace-context.ts';
import type { EditedDocument } from './edited-document.ts';

interface Props<Content> {
  readonly edited: EditedDocument<Content>;
  /** Names a field on the page. */
  label(field: keyof Content): string;
  /** Describes the value of a field. */
  describe(field: keyof Content, content: Content): string;
}

/** Asks which of two changes of the same fields to keep, if there are any. Closing the dialog keeps mine unsaved. */
export function FieldConflictDialog<Content>({ edited, label, describe }: Props<Content>) {
  const { frame, lives } = useWorkspace().strings;
  const texts = lives.conflict;
  const { value: conflict } = edited.conflict;
  if (!conflict) return null;
  const { stored, fields } = conflict;
  const mine = edited.content.value;
  return (
    <DialogFrame title={texts.title} onClose={() => edited.resolve('later')}>
      <p>{stored.changedBy ? texts.by(stored.changedBy) : texts.unknown}</p>
      <table class="conflict">
        <thead>
          <tr>
            <th scope="col">{texts.field}</th>
            <th scope="col">{texts.mine}</th>
            <th scope="col">{texts.theirs}</th>
          </tr>
        </thead>
        <tbody>
          {fields.map((field) => (
            <tr key={field}>
              <th scope="row">{label(field)}</th>
              <td>{describe(field, mine)}</td>
              <td>{describe(field, stored.content)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <div class="dialog-acts">
        <button type="button" onClick={() => edited.resolve('theirs')}>
          {frame.takeTheirs}
        </button>
        <button type="button" class="primary" onClick={() => edited.resolve('mine')}>
          {frame.keepMine}
        </button>
      </div>
    </DialogFrame>
  );
}
