import { DialogFrame } from '../../ui/dialog-frame.tsx';
import { useWorkspace } from '../workspace-context.ts';

/** Setting that two people have changed, in words. */
interface ConflictRow {
  readonly label: string;
  readonly mine: string;
  readonly theirs: string;
}

interface Props {
  readonly rows: readonly ConflictRow[];
  /** Name of the user or token that changed it, if known. */
  readonly by: string | null;
  keepMine(): void;
  takeTheirs(): void;
  onClose(): void;
}

/** Asks which of two changes to keep. Closing the dialog keeps the draft unsaved. */
export function FieldConflictDialog({ rows, by, keepMine, takeTheirs, onClose }: Props) {
  const { conflict: texts } = useWorkspace().strings.lives;
  return (
    <DialogFrame title={texts.title} onClose={onClose}>
      <p>{by === null ? texts.unknown : texts.by(by)}</p>
      <table class="conflict">
        <thead>
          <tr>
            <th scope="col">{texts.field}</th>
            <th scope="col">{texts.mine}</th>
            <th scope="col">{texts.theirs}</th>
          </tr>
        </thead>
        <tbody>
          {rows.map(({ label, mine, theirs }) => (
            <tr key={label}>
              <th scope="row">{label}</th>
              <td>{mine}</td>
              <td>{theirs}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <div class="dialog-acts">
        <button type="button" onClick={takeTheirs}>
          {texts.takeTheirs}
        </button>
        <button type="button" class="primary" onClick={keepMine}>
          {texts.keepMine}
        </button>
      </div>
    </DialogFrame>
  );
}
