import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { QrCode } from '../dialogs/qr-code.tsx';
import { useConsole } from '../state/console-context.ts';

/** When a screen that is to be opened has not come, what to check is said. */
const PATIENCE_MS = 60_000;
const SCREEN_PATH = '/screen';

/** The first minute: three cards, each of which is the real thing. */
export function FirstStartCards() {
  const { words, page, live, lists, dialog, session, firstStart } = useConsole();
  const w = words.firstStart;
  const late = useSignal(false);
  const shown = Boolean(live.now.value?.focus ?? live.now.value?.slide);
  const opened =
    (lists.viewers.value ?? 0) > 0 || (lists.outputs.value ?? []).some(({ connections }) => connections > 0);
  const address = (page.lanUrl ?? page.publicUrl) + SCREEN_PATH;
  useEffect(() => {
    const timer = setTimeout(() => {
      late.value = true;
    }, PATIENCE_MS);
    return () => clearTimeout(timer);
  }, []);
  const tick = (done: boolean) => (
    <span class="tick" data-done={done || undefined} role="img" aria-label={done ? w.done : w.open} />
  );

  return (
    <div class="cards">
      <section class="card">
        <span class="card-number">1</span>
        <h3>{w.type}</h3>
        {tick(shown)}
        <div class="card-body">
          <p>
            {w.typeHint} <code>john 3 16</code> <kbd>{words.keys.caps.Enter}</kbd>
          </p>
        </div>
      </section>
      <section class="card">
        <span class="card-number">2</span>
        <h3>{w.screen}</h3>
        {tick(opened)}
        <div class="card-body">
          <p>{w.screenHint}</p>
          <code>{address}</code>
          <QrCode text={address} label={words.dialogs.qr} />
          {page.lanUrl === null && (
            <p>
              {w.onlyHere} <code>npm start -- --lan</code>
            </p>
          )}
          {late.value && !opened && <p role="status">{w.check}</p>}
        </div>
      </section>
      <section class="card">
        <span class="card-number">3</span>
        <h3>{w.stream}</h3>
        {tick((lists.outputs.value ?? []).some(({ view }) => view === 'lower-third'))}
        <div class="card-body">
          <p>{w.streamHint}</p>
          {session.scopes.value.has('output.manage') && (
            <button
              type="button"
              onClick={() => {
                dialog.value = { kind: 'new-output', view: 'lower-third' };
              }}
            >
              {words.dialogs.copyObs}
            </button>
          )}
        </div>
      </section>
      <button
        type="button"
        class="quiet cards-close"
        onClick={() => {
          firstStart.value = false;
        }}
      >
        {w.close}
      </button>
    </div>
  );
}
