import { useEffect, useRef } from 'preact/hooks';
import { CONSOLE_PATH } from '../../../src/contract/console-page.ts';
import { useConsole } from '../state/console-context.ts';

/** Renders the dialog for a Live that was deleted, or that the person can no longer access. */
export function LiveGoneDialog() {
  const { live, strings, session } = useConsole();
  const dialog = useRef<HTMLDialogElement>(null);
  const gone = live.gone.value;
  useEffect(() => {
    if (gone) dialog.current?.showModal();
  }, [gone]);
  return (
    <dialog ref={dialog} class="dialog" aria-labelledby="gone-title" onCancel={(event) => event.preventDefault()}>
      <h2 id="gone-title">{strings.entry.gone}</h2>
      <p>{strings.entry.goneHint}</p>
      <a class="button primary" href={`${CONSOLE_PATH}?owner=${encodeURIComponent(session.owner.id)}`}>
        {strings.entry.otherLives}
      </a>
    </dialog>
  );
}
