import { useConsole } from '../state/console-context.ts';
import { AddressBox } from './address-box.tsx';
import { DialogFrame } from './dialog-frame.tsx';

interface Props {
  readonly name: string;
  readonly url: string;
  /** Whether it lies over another picture: then there is an address for programs that mix pictures. */
  readonly overlay: boolean;
}

/** An address with its key, which is told once. */
export function AddressDialog({ name, url, overlay }: Props) {
  const { words } = useConsole();
  const [address, key] = url.split('#');
  return (
    <DialogFrame title={name}>
      <p>{words.dialogs.once}</p>
      <AddressBox url={url} label={words.dialogs.address} qr />
      {overlay && (
        <AddressBox
          url={`${address}?background=transparent#${key}`}
          label={words.dialogs.obs}
          copy={words.dialogs.copyObs}
        />
      )}
    </DialogFrame>
  );
}
