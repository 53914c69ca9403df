import { useSignal } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import type { Session } from '../session/session.ts';
import { useUiStrings } from './ui-strings.ts';

interface Props {
  readonly session: Session;
  /** Called after the session has continued. */
  onResume?(): void;
}

/**
 * Renders the dialog for an expired browser session. The person signs in again in another tab, so that typed text is
 * not lost.
 */
export function SessionExpiredDialog({ session, onResume }: Props) {
  const strings = useUiStrings();
  const dialog = useRef<HTMLDialogElement>(null);
  const stillExpired = useSignal(false);
  const expired = session.expired.value;

  const resume = async () => {
    try {
      await session.resume();
      onResume?.();
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
    // Retries when the person returns from the tab or window in which they signed in.
    const onReturn = () => document.visibilityState === 'visible' && resume();
    document.addEventListener('visibilitychange', onReturn);
    addEventListener('focus', onReturn);
    return () => {
      document.removeEventListener('visibilitychange', onReturn);
      removeEventListener('focus', onReturn);
    };
  }, [expired]);

  return (
    <dialog ref={dialog} class="dialog" aria-labelledby="over-title" onCancel={(event) => event.preventDefault()}>
      <h2 id="over-title">{strings.over}</h2>
      <p>{strings.overHint}</p>
      {stillExpired.value && <p role="alert">{strings.stillOver}</p>}
      <div class="row">
        <a class="button primary" href="/sign-in" target="_blank" rel="noopener">
          {strings.signIn}
        </a>
        <button type="button" onClick={resume}>
          {strings.signedIn}
        </button>
      </div>
    </dialog>
  );
}
