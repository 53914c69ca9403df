import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { OnlyHereNotice } from '../../outputs/only-here-notice.tsx';
import { QrCode } from '../../ui/qr-code.tsx';
import { useConsole } from '../state/console-context.ts';

/** Time after which the card explains what to check if no screen has connected. */
const SCREEN_WAIT_MS = 60_000;
const SCREEN_PATH = '/screen';

/** Renders the three cards of the first start. Each is ticked when its step is done. */
export function FirstStartCards() {
  const { strings, page, live, lists, dialog, session, firstStart } = useConsole();
  const cardStrings = strings.firstStart;
  const isLate = useSignal(false);
  const shown = Boolean(live.now.value?.focus ?? live.now.value?.slide);
  const opened =
    (lists.viewers.value ?? 0) > 0 || (lists.outputs.value ?? []).some(({ connections }) => connections > 0);
  const address = (page.lanUrl ?? page.publicUrl) + SCREEN_PATH;
  useEffect(() => {
    const timer = setTimeout(() => {
      isLate.value = true;
    }, SCREEN_WAIT_MS);
    return () => clearTimeout(timer);
  }, []);
  const renderTick = (done: boolean) => (
    <span
      class="tick"
      data-done={done || undefined}
      role="img"
      aria-label={done ? cardStrings.done : cardStrings.open}
    />
  );

  return (
    <div class="cards">
      <section class="card">
        <span class="card-number">1</span>
        <h3>{cardStrings.type}</h3>
        {renderTick(shown)}
        <div class="card-body">
          <p>
            {cardStrings.typeHint} <code>john 3 16</code> <kbd>{strings.keys.caps.Enter}</kbd>
          </p>
        </div>
      </section>
      <section class="card">
        <span class="card-number">2</span>
        <h3>{cardStrings.screen}</h3>
        {renderTick(opened)}
        <div class="card-body">
          <p>{cardStrings.screenHint}</p>
          <code>{address}</code>
          <QrCode text={address} label={strings.dialogs.qr} />
          <OnlyHereNotice page={page} text={cardStrings.onlyHere} />
          {isLate.value && !opened && <p role="status">{cardStrings.check}</p>}
        </div>
      </section>
      <section class="card">
        <span class="card-number">3</span>
        <h3>{cardStrings.stream}</h3>
        {renderTick((lists.outputs.value ?? []).some(({ view }) => view === 'lower-third'))}
        <div class="card-body">
          <p>{cardStrings.streamHint}</p>
          {session.scopes.value.has('output.manage') && (
            <button
              type="button"
              onClick={() => {
                dialog.value = { kind: 'new-output', view: 'lower-third' };
              }}
            >
              {strings.dialogs.copyObs}
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
        {cardStrings.close}
      </button>
    </div>
  );
}
