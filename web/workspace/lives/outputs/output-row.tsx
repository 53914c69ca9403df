import type { LiveOutput } from '../../../outputs/live-output.ts';
import { describeOutputProblem, toOutputState } from '../../../outputs/output-state.ts';
import { useOutputs } from '../../../outputs/outputs-control.ts';
import { type OutputCommand, sendOutputCommand } from '../../../outputs/send-output-command.ts';
import { useAction } from '../../use-action.ts';
import { useWorkspace } from '../../workspace-context.ts';

interface Props {
  readonly output: LiveOutput;
  /** Opens the dialog of the output. */
  open(): void;
}

/** Renders an output: its view, whether it shows what it should, and its actions. */
export function OutputRow({ output, open }: Props) {
  const { session, strings, toasts, page } = useWorkspace();
  const { outputs: texts } = strings.lives;
  const { strings: outputTexts, due, liveId } = useOutputs();
  const { busy, run } = useAction();
  const state = toOutputState(output, due.value);
  const seen =
    state === 'lost' && output.seen_at
      ? texts.seen(new Date(output.seen_at).toLocaleString(page.language, { dateStyle: 'medium', timeStyle: 'short' }))
      : null;
  const facts = [
    outputTexts.views[output.view],
    output.width !== null && output.height !== null && texts.size(output.width, output.height),
    seen,
  ].filter(Boolean);
  const send = async (command: OutputCommand, done: string) => {
    if (await run(() => sendOutputCommand(session, liveId, output.id, command))) toasts.show({ text: done });
  };
  return (
    <li class="output-row" data-state={state}>
      <div class="resource-name">
        <strong>{output.name}</strong>
        <p class="meta">{facts.join(' · ')}</p>
        {output.problem !== null && output.connections > 0 && (
          <p class="output-problem">{describeOutputProblem(output.problem, outputTexts)}</p>
        )}
      </div>
      <span class="output-said" data-state={state}>
        {outputTexts.states[state]}
      </span>
      {session.scopes.value.has('output.manage') && (
        <div class="row">
          <button
            type="button"
            disabled={busy.value || output.connections === 0}
            onClick={() => send('identify', texts.identified(output.name))}
          >
            {outputTexts.identify}
          </button>
          <button
            type="button"
            disabled={busy.value || output.connections === 0}
            onClick={() => send('reload', texts.reloaded(output.name))}
          >
            {outputTexts.reload}
          </button>
          <button type="button" aria-label={texts.more(output.name)} onClick={open}>
            {texts.settings}
          </button>
        </div>
      )}
    </li>
  );
}
