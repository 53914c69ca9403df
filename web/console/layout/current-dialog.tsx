import { AddressDialog } from '../../outputs/address-dialog.tsx';
import { NewOutputDialog } from '../../outputs/new-output-dialog.tsx';
import { OutputDialog } from '../../outputs/output-dialog.tsx';
import { ObsDialog } from '../obs/obs-dialog.tsx';
import { OutlineDialog } from '../plan/outline-dialog.tsx';
import { ButtonLinkDialog } from '../remote-links/button-link-dialog.tsx';
import { RemoteLinksDialog } from '../remote-links/remote-links-dialog.tsx';
import { useConsole } from '../state/console-context.ts';

/** Renders the dialog that is open, if any. */
export function CurrentDialog({ close }: { close(): void }) {
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
    case 'obs':
      return <ObsDialog />;
    case 'button-link':
      return <ButtonLinkDialog link={open.link} />;
    default:
      return null;
  }
}
