import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { DialogForm } from '../../ui/dialog-form.tsx';
import { DialogFrame } from '../../ui/dialog-frame.tsx';
import { useSubmit } from '../../ui/use-submit.ts';
import { useWorkspace } from '../workspace-context.ts';
import type { PlanEditor } from './plan-editor.ts';
import { type PrintedEntry, PrintSheet } from './print-sheet.tsx';

interface Props {
  readonly editor: PlanEditor;
  onClose(): void;
}

/** Renders what to print of a plan, and opens the browser's dialog for printing. */
export function PrintDialog({ editor, onClose }: Props) {
  const { strings } = useWorkspace();
  const texts = strings.plans;
  const requests = useSubmit();
  const withNotes = useSignal(true);
  const withTexts = useSignal(false);
  const sheet = useSignal<readonly PrintedEntry[] | null>(null);

  const print = () =>
    requests.run(async () => {
      const { entries } = editor.edited.content.peek();
      sheet.value = await Promise.all(
        entries.map(async (entry): Promise<PrintedEntry> => {
          if (entry.kind !== 'passage') return { entry, passage: null };
          return { entry, passage: await editor.reader.read(entry, withTexts.value ? 'whole' : 'beginning') };
        }),
      );
    });
  // The sheet is printed once it is rendered.
  useEffect(() => {
    if (sheet.value) window.print();
  }, [sheet.value]);

  return (
    <>
      <DialogFrame title={texts.printTitle} onClose={onClose}>
        <DialogForm requests={requests} submitLabel={texts.print} submit={print}>
          <div class="field">
            <label class="check">
              <input
                type="checkbox"
                checked={withNotes.value}
                onChange={({ currentTarget }) => {
                  withNotes.value = currentTarget.checked;
                }}
              />
              {texts.withNotes}
            </label>
            <label class="check">
              <input
                type="checkbox"
                checked={withTexts.value}
                onChange={({ currentTarget }) => {
                  withTexts.value = currentTarget.checked;
                }}
              />
              {texts.withTexts}
            </label>
          </div>
        </DialogForm>
      </DialogFrame>
      {sheet.value && (
        <PrintSheet editor={editor} entries={sheet.value} withNotes={withNotes.value} withTexts={withTexts.value} />
      )}
    </>
  );
}
