import { AddressBox } from '../ui/address-box.tsx';
import { DialogFrame } from '../ui/dialog-frame.tsx';
import { useUiStrings } from '../ui/ui-strings.ts';
import type { IssuedAddress } from './outputs-control.ts';

interface Props extends IssuedAddress {
  onClose(): void;
}

/**
 * Renders an address that contains a key. The key is shown only once. For an overlay, the dialog adds an address for
 * video mixers such as OBS.
 */
export function AddressDialog({ name, url, overlay, onClose }: Props) {
  const strings = useUiStrings();
  const [address, key] = url.split('#');
  return (
    <DialogFrame title={name} onClose={onClose}>
      <p>{strings.once}</p>
      <AddressBox url={url} label={strings.address} qr />
      {overlay && (
        <AddressBox url={`${address}?background=transparent#${key}`} label={strings.obs} copy={strings.copyObs} />
      )}
    </DialogFrame>
  );
}
