import { type OutputsControl, OutputsProvider } from '../../outputs/outputs-control.ts';
import { later } from '../../ui/later.tsx';
import { useConsole } from '../state/console-context.ts';

/** Dialogs are loaded when one is first opened: each needs the server in any case. */
const CurrentDialog = later(async () => (await import('./current-dialog.tsx')).CurrentDialog);

/** Renders the open dialog, if any. Closing it moves the focus to the bar. */
export function Dialogs() {
  const { strings, page, session, live, lists, dialog, bar } = useConsole();
  const control: OutputsControl = {
    strings: strings.outputs,
    language: page.language,
    session,
    liveId: live.liveId,
    due: lists.due,
    outputs: lists.outputs,
    readOutputs: lists.readOutputs,
    closeDialog() {
      dialog.value = null;
      bar.focus();
    },
    showAddress(address) {
      dialog.value = { kind: 'address', ...address };
    },
    showMessage: live.showMessage,
  };
  return (
    <OutputsProvider value={control}>
      {dialog.value && (
        <CurrentDialog
          close={control.closeDialog}
          onFailure={() => {
            control.closeDialog();
            live.showMessage(strings.dialogs.noResponse);
          }}
        />
      )}
    </OutputsProvider>
  );
}
