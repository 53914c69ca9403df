import { useEffect, useRef } from 'preact/hooks';
import { CONSOLE_PATH } from '../../../src/contract/console-page.ts';
import { useConsole } from '../state/console-context.ts';

/** Where the Live was deleted, or is not this person's any more. */
export function LiveGoneDialog() {
  const { live, words, session } = useConsole();
  const dialog = useRef<HTMLDialogElement>(null);
  const gone = live.gone.value;
  useEffect(() => {
    if (gone) dialog.current?.showModal();
  }, [gone]);
  return (
    <dialog ref={dialog} class="dialog" aria-labelledby="gone-title" onCancel={(event) => event.preventDefault()}>
      <h2 id="gone-title">{words.entry.gone}</h2>
      <p>{words.entry.goneHint}</p>
      <a class="button primary" href={`${CONSOLE_PATH}?owner=${encodeURIComponent(session.owner.id)}`}>
        {words.entry.otherLives}
      </a>
    </dialog>
  );
}
