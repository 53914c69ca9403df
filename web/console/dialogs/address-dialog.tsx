import { AddressBox } from '../../ui/address-box.tsx';
import { useConsole } from '../state/console-context.ts';
import { ConsoleDialog } from './console-dialog.tsx';

interface Props {
  readonly name: string;
  readonly url: string;
  /** Whether the output overlays a video picture. If so, the dialog adds an address for video mixers such as OBS. */
  readonly overlay: boolean;
}

/** Renders an address that contains a key. The key is shown only once. */
export function AddressDialog({ name, url, overlay }: Props) {
  const { strings } = useConsole();
  const [address, key] = url.split('#');
  return (
    <ConsoleDialog title={name}>
      <p>{strings.dialogs.once}</p>
      <AddressBox url={url} label={strings.dialogs.address} qr />
      {overlay && (
        <AddressBox
          url={`${address}?background=transparent#${key}`}
          label={strings.dialogs.obs}
          copy={strings.dialogs.copyObs}
        />
      )}
    </ConsoleDialog>
  );
}
