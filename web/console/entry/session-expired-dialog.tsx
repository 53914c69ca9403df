import { useSignal } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import { useConsole } from '../state/console-context.ts';

/**
 * Renders the dialog for an expired browser session. The person signs in again in another tab, so that typed text is
 * not lost.
 */
export function SessionExpiredDialog() {
  const { session, strings, bar } = useConsole();
  const dialog = useRef<HTMLDialogElement>(null);
  const stillExpired = useSignal(false);
  const expired = session.expired.value;

  const resume = async () => {
    try {
      await session.resume();
      bar.focus();
    } catch {
      stillExpired.value = true;
    }
  };
  useEffect(() => {
    if (!expired) {
      stillExpired.value = false;
      dialog.current?.close();
      return;
    }
    dialog.current?.showModal();
    // Retries when the person returns from the tab in which they signed in.
    const onVisible = () => document.visibilityState === 'visible' && resume();
    document.addEventListener('visibilitychange', onVisible);
    return () => document.removeEventListener('visibilitychange', onVisible);
  }, [expired]);

  return (
    <dialog ref={dialog} class="dialog" aria-labelledby="over-title" onCancel={(event) => event.preventDefault()}>
      <h2 id="over-title">{strings.entry.over}</h2>
      <p>{strings.entry.overHint}</p>
      {stillExpired.value && <p role="alert">{strings.entry.stillOver}</p>}
      <div class="row">
        <a class="button primary" href="/sign-in" target="_blank" rel="noopener">
          {strings.entry.signIn}
        </a>
        <button type="button" onClick={resume}>
          {strings.entry.signedIn}
        </button>
      </div>
    </dialog>
  );
}
