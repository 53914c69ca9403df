import { AddressDialog } from '../../outputs/address-dialog.tsx';
import { NewOutputDialog } from '../../outputs/new-output-dialog.tsx';
import { OutputDialog } from '../../outputs/output-dialog.tsx';
import { type OutputsControl, OutputsProvider } from '../../outputs/outputs-control.ts';
import { OutlineDialog } from '../plan/outline-dialog.tsx';
import { RemoteLinksDialog } from '../remote-links/remote-links-dialog.tsx';
import { useConsole } from '../state/console-context.ts';

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
      <CurrentDialog close={control.closeDialog} />
    </OutputsProvider>
  );
}

function CurrentDialog({ close }: { close(): void }) {
  const { page, dialog } = useConsole();
  const { value: open } = dialog;
  switch (open?.kind) {
    case 'new-output':
      return <NewOutputDialog code={open.code} view={open.view} />;
    case 'output':
      return <OutputDialog key={open.id} id={open.id} />;
    case 'address':
      return <AddressDialog name={open.name} url={open.url} overlay={open.overlay} page={page} onClose={close} />;
    case 'outline':
      return <OutlineDialog />;
    case 'remote-links':
      return <RemoteLinksDialog />;
    default:
      return null;
  }
}
