import { useSignal } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import { useConsole } from '../state/console-context.ts';

/** Where the session of the browser has ended: the person signs in again in another tab, and nothing that was typed is lost. */
export function SessionExpiredDialog() {
  const { session, words, bar } = useConsole();
  const dialog = useRef<HTMLDialogElement>(null);
  const still = useSignal(false);
  const over = session.over.value;

  const goOn = async () => {
    try {
      await session.startAgain();
      bar.focus();
    } catch {
      still.value = true;
    }
  };
  useEffect(() => {
    if (!over) {
      still.value = false;
      dialog.current?.close();
      return;
    }
    dialog.current?.showModal();
    // Coming back from the tab where the person signed in.
    const onVisible = () => document.visibilityState === 'visible' && goOn();
    document.addEventListener('visibilitychange', onVisible);
    return () => document.removeEventListener('visibilitychange', onVisible);
  }, [over]);

  return (
    <dialog ref={dialog} class="dialog" aria-labelledby="over-title" onCancel={(event) => event.preventDefault()}>
      <h2 id="over-title">{words.entry.over}</h2>
      <p>{words.entry.overHint}</p>
      {still.value && <p role="alert">{words.entry.stillOver}</p>}
      <div class="row">
        <a class="button primary" href="/sign-in" target="_blank" rel="noopener">
          {words.entry.signIn}
        </a>
        <button type="button" onClick={goOn}>
          {words.entry.signedIn}
        </button>
      </div>
    </dialog>
  );
}
