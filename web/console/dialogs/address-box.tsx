import { useSignal } from '@preact/signals';
import { useRef } from 'preact/hooks';
import { useConsole } from '../state/console-context.ts';
import { QrCode } from './qr-code.tsx';

interface Props {
  readonly url: string;
  readonly label: string;
  /** The words of the button; "Copy" unless given. */
  readonly copy?: string;
  readonly qr?: boolean;
}

/** An address to be copied or scanned. Without HTTPS a page may not copy: then the address is selected, for the person's own key. */
export function AddressBox({ url, label, copy, qr }: Props) {
  const { words } = useConsole();
  const field = useRef<HTMLInputElement>(null);
  const said = useSignal('');
  const take = async () => {
    field.current?.select();
    try {
      await navigator.clipboard.writeText(url);
      said.value = words.dialogs.copied;
    } catch {
      said.value = words.dialogs.selected;
    }
  };
  return (
    <div class="address-box">
      <label>
        {label}
        <input ref={field} type="text" readOnly value={url} onFocus={() => field.current?.select()} />
      </label>
      <div class="row">
        <button type="button" onClick={take}>
          {copy ?? words.dialogs.copy}
        </button>
        <span role="status">{said.value}</span>
      </div>
      {qr && <QrCode text={url} label={words.dialogs.qr} />}
    </div>
  );
}
