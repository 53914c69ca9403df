import type { IssuedButtonLink } from '../../../src/contract/schemas/remote-links.ts';
import { OnlyHereNotice } from '../../outputs/only-here-notice.tsx';
import { toSharedAddress } from '../../outputs/shared-address.ts';
import { AddressBox } from '../../ui/address-box.tsx';
import { ConsoleDialog } from '../dialogs/console-dialog.tsx';
import { useConsole } from '../state/console-context.ts';
import { linksStrings } from './links-strings.ts';

/** Renders a new button link with its key, which is shown only once, as what programs need. [D74] */
export function ButtonLinkDialog({ link: { name, kind, url, key } }: { readonly link: IssuedButtonLink }) {
  const { page } = useConsole();
  const { examples } = linksStrings(page.language);
  const address = toSharedAddress(url, page);
  const next = `${address}/next`;
  const header = `Bearer ${key}`;
  return (
    <ConsoleDialog title={name}>
      <p>{examples.once}</p>
      <OnlyHereNotice page={page} class="warning" />
      {kind === 'control' && (
        <>
          <h3>{examples.header}</h3>
          <p>{examples.headerHint}</p>
          <AddressBox url={next} label={examples.address} />
          <AddressBox url={`Authorization: ${header}`} label={examples.streamDeck} />
          <AddressBox url={JSON.stringify({ Authorization: header })} label={examples.companion} />
          <AddressBox
            url={`rest_command: { lectern_next: { url: "${next}", method: post, headers: { Authorization: "${header}" } } }`}
            label={examples.homeAssistant}
          />
          <AddressBox url={`curl -X POST -H 'Authorization: ${header}' '${next}'`} label={examples.shell} />
          <h3>{examples.inAddress}</h3>
          <p>{examples.inAddressHint}</p>
          <AddressBox url={`${address}/${key}/next`} label={examples.address} />
        </>
      )}
      <h3>{examples.read}</h3>
      <p>{examples.readHint}</p>
      <AddressBox url={`curl -H 'Authorization: ${header}' '${address}/now'`} label={examples.shell} />
      {kind === 'data' && <p>{examples.inAddressHint}</p>}
      {['now.json', 'now.xml', 'now.txt'].map((format) => (
        <AddressBox key={format} url={`${address}/${key}/${format}`} label={format} />
      ))}
    </ConsoleDialog>
  );
}
