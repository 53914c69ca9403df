import { useSignal } from '@preact/signals';
import { useRef } from 'preact/hooks';
import { copyText } from '../shared/copy-text.ts';
import { QrCode } from './qr-code.tsx';
import { useUiStrings } from './ui-strings.ts';

interface Props {
  readonly url: string;
  readonly label: string;
  /** Label of the button; default "Copy". */
  readonly copy?: string;
  readonly qr?: boolean;
}

/**
 * Renders an address to copy or scan. Without HTTPS, pages cannot write to the clipboard; the address is then selected,
 * so that the person can copy it.
 */
export function AddressBox({ url, label, copy, qr }: Props) {
  const strings = useUiStrings();
  const field = useRef<HTMLInputElement>(null);
  const message = useSignal('');
  const copyAddress = async () => {
    field.current?.select();
    message.value = (await copyText(url)) ? strings.copied : strings.selected;
  };
  return (
    <div class="address-box">
      <label>
        {label}
        <input ref={field} type="text" readOnly value={url} onFocus={() => field.current?.select()} />
      </label>
      <div class="row">
        <button type="button" onClick={copyAddress}>
          {copy ?? strings.copy}
        </button>
        <span role="status">{message.value}</span>
      </div>
      {qr && <QrCode text={url} label={strings.qr} />}
    </div>
  );
}
