import { useSignal } from '@preact/signals';
import type { PlanListItem, PlansClient } from '../../session/plans-client.ts';
import { DialogForm } from '../../ui/dialog-form.tsx';
import { DialogFrame } from '../../ui/dialog-frame.tsx';
import { NameField } from '../../ui/name-field.tsx';
import { useSubmit } from '../../ui/use-submit.ts';
import { useWorkspace } from '../workspace-context.ts';
import { toInputs } from './copy-plan.ts';

interface Props {
  readonly plan: PlanListItem;
  readonly client: PlansClient;
  /** Called after the plan was changed, or could not be changed. */
  onEnd(): Promise<void>;
  onClose(): void;
}

/** Renders the dialog for the name and the date of a plan. */
export function RenamePlanDialog({ plan, client, onEnd, onClose }: Props) {
  const { strings } = useWorkspace();
  const texts = strings.plans;
  const requests = useSubmit();
  const name = useSignal(plan.name);
  const date = useSignal(plan.date ?? '');
  const rename = async () => {
    const read = await client.read(plan.id);
    // Others may have changed what this person did not.
    const newName = name.value === plan.name ? read.plan.name : name.value;
    const newDate = date.value === (plan.date ?? '') ? read.plan.date : date.value || null;
    const body = { name: newName, date: newDate, entries: toInputs(read.plan.entries) };
    await client.replace(plan.id, read.etag, body);
  };
  const submit = async () => {
    if (await requests.run(() => rename().finally(onEnd))) onClose();
  };
  return (
    <DialogFrame title={texts.rename} onClose={onClose}>
      <DialogForm requests={requests} submitLabel={texts.save} submit={submit}>
        <NameField label={texts.name} name={name} />
        <label>
          {texts.date}
          <input
            type="date"
            value={date.value}
            onInput={({ currentTarget }) => {
              date.value = currentTarget.value;
            }}
          />
        </label>
      </DialogForm>
    </DialogFrame>
  );
}
