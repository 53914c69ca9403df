import { useSignal } from '@preact/signals';
import { EXTRACT_TEXT_MAX_CHARACTERS } from '../../../src/contract/limits.ts';
import { DialogForm } from '../../ui/dialog-form.tsx';
import { PasteField } from '../../ui/paste-field.tsx';
import { useSubmit } from '../../ui/use-submit.ts';
import { ConsoleDialog } from '../dialogs/console-dialog.tsx';
import { useConsole } from '../state/console-context.ts';

/**
 * Renders the dialog that adds the references found in a pasted text to the plan, in their order. Nothing is shown.
 * [D66]
 */
export function OutlineDialog() {
  const { plan, dialog, strings } = useConsole();
  const requests = useSubmit();
  const text = useSignal('');
  const foundNone = useSignal(false);

  const add = () =>
    requests.run(async () => {
      const found = await plan.extract(text.value);
      foundNone.value = found.length === 0;
      if (found.length > 0 && (await plan.add(found))) dialog.value = null;
    });

  return (
    <ConsoleDialog title={strings.plan.outline}>
      <DialogForm
        requests={requests}
        problem={foundNone.value ? strings.plan.noReferences : null}
        submitLabel={strings.plan.addOutline}
        submit={add}
      >
        <PasteField
          label={strings.plan.outlineHint}
          text={text}
          maxLength={EXTRACT_TEXT_MAX_CHARACTERS}
          onInput={() => {
            foundNone.value = false;
          }}
        />
      </DialogForm>
    </ConsoleDialog>
  );
}
