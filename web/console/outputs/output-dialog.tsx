import { useSignal } from '@preact/signals';
import { useSubmit } from '../../ui/use-submit.ts';
import { ConsoleDialog } from '../dialogs/console-dialog.tsx';
import { useConsole } from '../state/console-context.ts';
import { OutputSettingsForm } from './output-settings-form.tsx';
import { toOutputState } from './output-state.ts';

/** Renders the dialog of one output: its state, its settings and its actions. */
export function OutputDialog({ id }: { readonly id: string }) {
  const { strings, session, live, lists, dialog } = useConsole();
  const { busy, problem, run } = useSubmit();
  const confirmsDelete = useSignal(false);
  const output = lists.outputs.value?.find((one) => one.id === id);
  if (!output) return null;
  const params = { path: { live_id: live.liveId, output_id: id } };
  const { client } = session;
  const base = '/v1/lives/{live_id}/outputs/{output_id}';
  const state = toOutputState(output, live.now.value?.sequence ?? 0);

  const rotate = () =>
    run(async () => {
      const { data } = await client.POST(`${base}/rotate`, { params, body: {} });
      dialog.value = { kind: 'address', name: data.name, url: data.url, overlay: data.view === 'lower-third' };
    });
  const remove = () =>
    run(async () => {
      await client.DELETE(base, { params });
      await lists.readOutputs();
      dialog.value = null;
    });

  return (
    <ConsoleDialog title={output.name}>
      <p class="output-said" data-state={state}>
        {strings.outputs.states[state]}
        {output.width !== null && ` · ${output.width}×${output.height}`}
        {output.problem !== null && ` · ${problemText(output.problem, strings.outputs)}`}
      </p>
      <div class="row">
        <button
          type="button"
          disabled={busy.value}
          onClick={() => run(() => client.POST(`${base}/identify`, { params, body: {} }))}
        >
          {strings.outputs.identify}
        </button>
        <button
          type="button"
          disabled={busy.value}
          onClick={() => run(() => client.POST(`${base}/reload`, { params, body: {} }))}
        >
          {strings.outputs.reload}
        </button>
      </div>
      <OutputSettingsForm output={output} run={run} busy={busy.value} />
      {problem.value && (
        <p class="dialog-problem" role="alert">
          {problem.value}
        </p>
      )}
      <p>{strings.outputs.rotateHint}</p>
      <div class="dialog-acts">
        <button type="button" disabled={busy.value} onClick={rotate}>
          {strings.outputs.rotate}
        </button>
        <button
          type="button"
          data-danger
          disabled={busy.value}
          onClick={() => {
            if (confirmsDelete.value) void remove();
            else confirmsDelete.value = true;
          }}
        >
          {confirmsDelete.value ? strings.outputs.confirmDelete : strings.outputs.delete}
        </button>
      </div>
    </ConsoleDialog>
  );
}

function problemText(
  problem: string,
  strings: { problems: Record<string, string>; parameter: (name: string) => string },
) {
  return strings.problems[problem] ?? strings.parameter(problem);
}
