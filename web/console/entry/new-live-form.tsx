import { useSignal } from '@preact/signals';
import { CONSOLE_PATH } from '../../../src/contract/console-page.ts';
import { NAME_MAX_CHARACTERS } from '../../../src/contract/limits.ts';
import { type ProblemMessage, summarizeProblem } from '../../session/describe-problem.tsx';
import { postLive } from '../../session/post-live.ts';
import type { Session } from '../../session/session.ts';
import type { EntryStrings } from './entry-strings.ts';

interface Props {
  readonly session: Session;
  readonly strings: EntryStrings;
  /** Empty if the owner already has a Live. */
  readonly proposedName: string;
}

/** Renders a form that creates a Live and opens its console. */
export function NewLiveForm({ session, strings, proposedName }: Props) {
  const name = useSignal(proposedName);
  const problem = useSignal<ProblemMessage | null>(null);
  const busy = useSignal(false);

  const create = async (event: Event) => {
    event.preventDefault();
    if (busy.value) return;
    busy.value = true;
    problem.value = null;
    try {
      const { id } = await postLive(session, name.value.trim());
      location.assign(`${CONSOLE_PATH}/${id}`);
    } catch (error) {
      problem.value = summarizeProblem(error, strings);
      busy.value = false;
    }
  };

  return (
    <form class="new-live" onSubmit={create}>
      <label for="live-name">{strings.nameOfLive}</label>
      <div class="row">
        <input
          id="live-name"
          type="text"
          required
          maxLength={NAME_MAX_CHARACTERS}
          value={name.value}
          onInput={({ currentTarget }) => {
            name.value = currentTarget.value;
          }}
        />
        <button type="submit" class="primary" disabled={busy.value}>
          {strings.createLive}
        </button>
      </div>
      {problem.value && (
        <p class="problem" role="alert">
          {problem.value}
        </p>
      )}
    </form>
  );
}
