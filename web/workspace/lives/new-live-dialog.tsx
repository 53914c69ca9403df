import { useSignal } from '@preact/signals';
import { NAME_MAX_CHARACTERS } from '../../../src/contract/limits.ts';
import { workspacePath } from '../../../src/contract/workspace-page.ts';
import { postLive } from '../../session/post-live.ts';
import { DialogFrame } from '../../ui/dialog-frame.tsx';
import { useSubmit } from '../../ui/use-submit.ts';
import { useWorkspace } from '../workspace-context.ts';

/** Renders the dialog that creates a Live and opens its page. */
export function NewLiveDialog({ onClose }: { onClose(): void }) {
  const { page, session, strings } = useWorkspace();
  const { list } = strings.lives;
  const { busy, problem, run } = useSubmit();
  const name = useSignal(list.defaultName);
  const create = (event: Event) => {
    event.preventDefault();
    void run(async () => {
      const { id } = await postLive(session, name.value.trim());
      location.assign(workspacePath(page.owner.id, 'lives', id));
    });
  };
  return (
    <DialogFrame title={list.new} onClose={onClose}>
      <form onSubmit={create}>
        <label class="wide">
          {list.name}
          <input
            type="text"
            required
            maxLength={NAME_MAX_CHARACTERS}
            value={name.value}
            onInput={({ currentTarget }) => {
              name.value = currentTarget.value;
            }}
          />
          <span class="hint">{list.nameHint}</span>
        </label>
        {problem.value && (
          <p class="dialog-problem" role="alert">
            {problem.value}
          </p>
        )}
        <div class="dialog-acts">
          <button type="submit" class="primary" disabled={busy.value}>
            {list.create}
          </button>
        </div>
      </form>
    </DialogFrame>
  );
}
