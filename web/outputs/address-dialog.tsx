import type { OperatorPage } from '../../src/contract/console-page.ts';
import { AddressBox } from '../ui/address-box.tsx';
import { DialogFrame } from '../ui/dialog-frame.tsx';
import { useUiStrings } from '../ui/ui-strings.ts';
import { toStartPageLink } from '../waiting/waiting-page.ts';
import { OnlyHereNotice } from './only-here-notice.tsx';
import { type IssuedAddress, useOutputs } from './outputs-control.ts';
import { toSharedAddress } from './shared-address.ts';

interface Props extends IssuedAddress {
  readonly page: Pick<OperatorPage, 'publicUrl' | 'lanUrl' | 'administrator'>;
  onClose(): void;
}

/**
 * Renders an address that contains a key, and a start page with it. The key is shown only once. For an overlay, the
 * dialog adds an address for video mixers such as OBS, which is then that of the start page.
 */
export function AddressDialog({ name, url, overlay, page, onClose }: Props) {
  const strings = useUiStrings();
  const { strings: outputStrings, language } = useOutputs();
  const shared = toSharedAddress(url, page);
  const overlayUrl = shared.replace('#', '?background=transparent#');
  const startPage = toStartPageLink({
    language,
    title: name,
    address: overlay ? overlayUrl : shared,
    hint: outputStrings.startPageText,
    ...(overlay && { background: 'transparent' }),
  });
  return (
    <DialogFrame title={name} onClose={onClose}>
      <p>{strings.once}</p>
      <OnlyHereNotice page={page} class="warning" />
      <AddressBox url={shared} label={strings.address} qr />
      {overlay && <AddressBox url={overlayUrl} label={strings.obs} copy={strings.copyObs} />}
      <div class="row">
        <a class="button" href={startPage} download={`${name}.html`}>
          {outputStrings.startPage}
        </a>
      </div>
      <p>{outputStrings.startPageHint}</p>
    </DialogFrame>
  );
}
