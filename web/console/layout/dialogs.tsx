import { AddressDialog } from '../dialogs/address-dialog.tsx';
import { NewOutputDialog } from '../outputs/new-output-dialog.tsx';
import { OutputDialog } from '../outputs/output-dialog.tsx';
import { OutlineDialog } from '../plan/outline-dialog.tsx';
import { RemoteLinksDialog } from '../remote-links/remote-links-dialog.tsx';
import { useConsole } from '../state/console-context.ts';

/** Renders the open dialog, if any. */
export function Dialogs() {
  const { value: open } = useConsole().dialog;
  switch (open?.kind) {
    case 'new-output':
      return <NewOutputDialog code={open.code} view={open.view} />;
    case 'output':
      return <OutputDialog key={open.id} id={open.id} />;
    case 'address':
      return <AddressDialog name={open.name} url={open.url} overlay={open.overlay} />;
    case 'outline':
      return <OutlineDialog />;
    case 'remote-links':
      return <RemoteLinksDialog />;
    default:
      return null;
  }
}
