import { useSignal } from '@preact/signals';
import { workspacePath } from '../../../src/contract/workspace-page.ts';
import { postLive } from '../../session/post-live.ts';
import { DialogForm } from '../../ui/dialog-form.tsx';
import { DialogFrame } from '../../ui/dialog-frame.tsx';
import { leavePage } from '../../ui/leave-page.ts';
import { NameField } from '../../ui/name-field.tsx';
import { useSubmit } from '../../ui/use-submit.ts';
import { useWorkspace } from '../workspace-context.ts';

interface Props {
  /** Whether the owner has no Live yet. Then a name is proposed. */
  readonly isFirst: boolean;
  onClose(): void;
}

/** Renders the dialog that creates a Live and opens its page. */
export function NewLiveDialog({ isFirst, onClose }: Props) {
  const { page, session, strings } = useWorkspace();
  const { list } = strings.lives;
  const requests = useSubmit();
  const name = useSignal(isFirst ? list.defaultName : '');
  const create = () =>
    requests.run(async () => {
      const { id } = await postLive(session, name.value.trim());
      await leavePage(workspacePath(page.owner.id, 'lives', id));
    });
  return (
    <DialogFrame title={list.new} onClose={onClose}>
      <DialogForm requests={requests} submitLabel={list.create} submit={create}>
        <NameField label={list.name} name={name} hint={list.nameHint} />
      </DialogForm>
    </DialogFrame>
  );
}
