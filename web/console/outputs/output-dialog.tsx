import { useSignal } from '@preact/signals';
import { DialogFrame } from '../dialogs/dialog-frame.tsx';
import { useSubmit } from '../dialogs/use-submit.ts';
import { useConsole } from '../state/console-context.ts';
import { OutputSettingsForm } from './output-settings-form.tsx';
import { toOutputState } from './output-state.ts';

/** One output: its state, its settings, and what can be done with it. */
export function OutputDialog({ id }: { readonly id: string }) {
  const { words, session, live, lists, dialog } = useConsole();
  const { busy, problem, run } = useSubmit();
  const asksDelete = useSignal(false);
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
    <DialogFrame title={output.name}>
      <p class="output-said" data-state={state}>
        {words.outputs.states[state]}
        {output.width !== null && ` · ${output.width}×${output.height}`}
        {output.problem !== null && ` · ${problemText(output.problem, words.outputs)}`}
      </p>
      <div class="row">
        <button
          type="button"
          disabled={busy.value}
          onClick={() => run(() => client.POST(`${base}/identify`, { params, body: {} }))}
        >
          {words.outputs.identify}
        </button>
        <button
          type="button"
          disabled={busy.value}
          onClick={() => run(() => client.POST(`${base}/reload`, { params, body: {} }))}
        >
          {words.outputs.reload}
        </button>
      </div>
      <OutputSettingsForm output={output} run={run} busy={busy.value} />
      {problem.value && (
        <p class="dialog-problem" role="alert">
          {problem.value}
        </p>
      )}
      <p>{words.outputs.rotateHint}</p>
      <div class="dialog-acts">
        <button type="button" disabled={busy.value} onClick={rotate}>
          {words.outputs.rotate}
        </button>
        <button
          type="button"
          data-danger
          disabled={busy.value}
          onClick={() => {
            if (asksDelete.value) void remove();
            else asksDelete.value = true;
          }}
        >
          {asksDelete.value ? words.outputs.deleteSure : words.outputs.delete}
        </button>
      </div>
    </DialogFrame>
  );
}

function problemText(
  problem: string,
  words: { problems: Record<string, string>; parameter: (name: string) => string },
) {
  return words.problems[problem] ?? words.parameter(problem);
}
