import type { ComponentChildren } from 'preact';
import { useEffect, useId, useRef } from 'preact/hooks';
import { useUiStrings } from './ui-strings.ts';

interface Props {
  readonly title: string;
  /** Called when the person closes the dialog, by Esc or the button. */
  onClose(): void;
  readonly children: ComponentChildren;
}

/** Renders a modal dialog with its first field focused. */
export function DialogFrame({ title, onClose, children }: Props) {
  const strings = useUiStrings();
  const element = useRef<HTMLDialogElement>(null);
  const id = useId();
  useEffect(() => {
    element.current?.showModal();
    element.current?.querySelector<HTMLElement>('input, select, textarea')?.focus();
  }, []);
  return (
    <dialog ref={element} class="dialog" aria-labelledby={id} onClose={onClose}>
      <div class="dialog-head">
        <h2 id={id}>{title}</h2>
        <button type="button" class="quiet" onClick={() => element.current?.close()}>
          {strings.close} <kbd>{strings.escape}</kbd>
        </button>
      </div>
      {children}
    </dialog>
  );
}
