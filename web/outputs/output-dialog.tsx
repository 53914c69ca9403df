import { useSignal } from '@preact/signals';
import { VIEWS } from '../../src/contract/viewer-views.ts';
import { DialogFrame } from '../ui/dialog-frame.tsx';
import { useSubmit } from '../ui/use-submit.ts';
import { OutputSettingsForm } from './output-settings-form.tsx';
import { describeOutputProblem, toOutputState } from './output-state.ts';
import { useOutputs } from './outputs-control.ts';
import { sendOutputCommand } from './send-output-command.ts';

/** Renders the dialog of one output: its state, its settings and its actions. */
export function OutputDialog({ id }: { readonly id: string }) {
  const control = useOutputs();
  const { strings, session, liveId } = control;
  const { busy, problem, run } = useSubmit();
  const confirmsDelete = useSignal(false);
  const confirmsRotate = useSignal(false);
  const output = control.outputs.value?.find((one) => one.id === id);
  if (!output) return null;
  const params = { path: { live_id: liveId, output_id: id } };
  const { client } = session;
  const base = '/v1/lives/{live_id}/outputs/{output_id}';
  const state = toOutputState(output, control.due.value);

  const rotate = () =>
    run(async () => {
      const { data } = await client.POST(`${base}/rotate`, { params, body: {} });
      control.showAddress({ name: data.name, url: data.url, overlay: VIEWS[data.view].surface === 'picture' });
    });
  const hide = (hidden: boolean) =>
    run(async () => {
      await client.PATCH(base, { params, body: { settings: { hidden } } });
      await control.readOutputs();
    });
  const remove = () =>
    run(async () => {
      await client.DELETE(base, { params });
      await control.readOutputs();
      control.closeDialog();
    });

  return (
    <DialogFrame title={output.name} onClose={control.closeDialog}>
      <p class="output-said" data-state={state}>
        {strings.states[state]}
        {output.width !== null && ` · ${output.width}×${output.height}`}
        {output.problem !== null && ` · ${describeOutputProblem(output.problem, strings)}`}
      </p>
      <div class="row">
        <button
          type="button"
          disabled={busy.value}
          onClick={() => run(() => sendOutputCommand(session, liveId, id, 'identify'))}
        >
          {strings.identify}
        </button>
        <button
          type="button"
          disabled={busy.value}
          onClick={() => run(() => sendOutputCommand(session, liveId, id, 'reload'))}
        >
          {strings.reload}
        </button>
        <button type="button" disabled={busy.value} onClick={() => hide(!output.settings.hidden)}>
          {output.settings.hidden ? strings.unhide : strings.hide}
        </button>
      </div>
      <OutputSettingsForm output={output} run={run} busy={busy.value} />
      {problem.value && (
        <p class="dialog-problem" role="alert">
          {problem.value}
        </p>
      )}
      <p>{strings.rotateHint}</p>
      <div class="dialog-acts">
        <button
          type="button"
          data-danger={confirmsRotate.value}
          disabled={busy.value}
          onClick={() => {
            if (confirmsRotate.value) void rotate();
            else confirmsRotate.value = true;
          }}
        >
          {confirmsRotate.value ? strings.confirmRotate : strings.rotate}
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
          {confirmsDelete.value ? strings.confirmDelete : strings.delete}
        </button>
      </div>
    </DialogFrame>
  );
}
