import type { OperatorPage } from '../../src/contract/console-page.ts';
import { AddressBox } from '../ui/address-box.tsx';
import { DialogFrame } from '../ui/dialog-frame.tsx';
import { useUiStrings } from '../ui/ui-strings.ts';
import { OnlyHereNotice } from './only-here-notice.tsx';
import type { IssuedAddress } from './outputs-control.ts';
import { toSharedAddress } from './shared-address.ts';

interface Props extends IssuedAddress {
  readonly page: Pick<OperatorPage, 'publicUrl' | 'lanUrl'>;
  onClose(): void;
}

/**
 * Renders an address that contains a key. The key is shown only once. For an overlay, the dialog adds an address for
 * video mixers such as OBS.
 */
export function AddressDialog({ name, url, overlay, page, onClose }: Props) {
  const strings = useUiStrings();
  const shared = toSharedAddress(url, page);
  const [address, key] = shared.split('#');
  return (
    <DialogFrame title={name} onClose={onClose}>
      <p>{strings.once}</p>
      <OnlyHereNotice page={page} text={strings.onlyHere} class="warning" />
      <AddressBox url={shared} label={strings.address} qr />
      {overlay && (
        <AddressBox url={`${address}?background=transparent#${key}`} label={strings.obs} copy={strings.copyObs} />
      )}
    </DialogFrame>
  );
}
