import type { ComponentChildren } from 'preact';
import { useEffect, useId, useRef } from 'preact/hooks';
import { useConsole } from '../state/console-context.ts';

interface Props {
  readonly title: string;
  readonly children: ComponentChildren;
}

/**
 * Renders a modal dialog with its first field focused. Esc and the close button close it and move the focus to the bar.
 */
export function DialogFrame({ title, children }: Props) {
  const { dialog, bar, strings } = useConsole();
  const element = useRef<HTMLDialogElement>(null);
  const id = useId();
  useEffect(() => {
    element.current?.showModal();
    element.current?.querySelector<HTMLElement>('input, select')?.focus();
  }, []);
  const close = () => {
    dialog.value = null;
    bar.focus();
  };
  return (
    <dialog ref={element} class="dialog" aria-labelledby={id} onClose={close}>
      <div class="dialog-head">
        <h2 id={id}>{title}</h2>
        <button type="button" class="quiet" onClick={() => element.current?.close()}>
          {strings.strip.close} <kbd>{strings.keys.caps.Escape}</kbd>
        </button>
      </div>
      {children}
    </dialog>
  );
}
