import { useSignal } from '@preact/signals';
import type { ComponentChildren } from 'preact';
import { useEffect } from 'preact/hooks';
import { OnlyHereNotice } from '../../outputs/only-here-notice.tsx';
import { QrCode } from '../../ui/qr-code.tsx';
import { useConsole } from '../state/console-context.ts';

/** Time after which the card explains what to check if no screen has connected. */
const SCREEN_WAIT_MS = 60_000;
const SCREEN_PATH = '/screen';

/** Renders the cards of the first start. Each is ticked when its step is done. */
export function FirstStartCards() {
  const { strings, page, live, lists, dialog, session } = useConsole();
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

  return (
    <div class="cards">
      <AccessCard number={1} />
      <Card number={2} title={cardStrings.type} done={shown}>
        <p>
          {cardStrings.typeHint} <code>john 3 16</code> <kbd>{strings.keys.caps.Enter}</kbd>
        </p>
      </Card>
      <Card number={3} title={cardStrings.screen} done={opened}>
        <p>{cardStrings.screenHint}</p>
        <code>{address}</code>
        <QrCode text={address} label={strings.dialogs.qr} />
        <OnlyHereNotice page={page} text={cardStrings.onlyHere} />
        {isLate.value && !opened && <p role="status">{cardStrings.check}</p>}
      </Card>
      <Card
        number={4}
        title={cardStrings.stream}
        done={(lists.outputs.value ?? []).some(({ view }) => view === 'lower-third')}
      >
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
      </Card>
      <CloseButton label={cardStrings.close} />
    </div>
  );
}

/** Renders the card of the access alone, for a person who has shown something and cannot sign in again yet. */
export function AccessReminder() {
  const strings = useConsole().strings.firstStart;
  return (
    <div class="access-reminder">
      <AccessCard />
      <CloseButton label={strings.closeOne} />
    </div>
  );
}

function AccessCard({ number }: Pick<CardProps, 'number'>) {
  const { page, strings } = useConsole();
  const cardStrings = strings.firstStart;
  const passwordPage = `/account?${new URLSearchParams({ open: 'password', next: location.pathname })}`;
  return (
    <Card number={number} title={cardStrings.password} done={page.canSignInAgain}>
      {!page.canSignInAgain && (
        <>
          <p>{cardStrings.passwordHint}</p>
          <p class="card-actions">
            <a class="button" href={passwordPage}>
              {cardStrings.setPassword}
            </a>
            <a class="button quiet" href="/account/sessions#passkeys">
              {cardStrings.addPasskey}
            </a>
          </p>
        </>
      )}
    </Card>
  );
}

function CloseButton({ label }: { readonly label: string }) {
  const { firstStart } = useConsole();
  return (
    <button type="button" class="quiet cards-close" onClick={firstStart.close}>
      {label}
    </button>
  );
}

interface CardProps {
  /** Number of the step, if there are several. */
  readonly number?: number;
  readonly title: string;
  readonly done: boolean;
  readonly children: ComponentChildren;
}

function Card({ number, title, done, children }: CardProps) {
  const strings = useConsole().strings.firstStart;
  return (
    <section class="card">
      {number && <span class="card-number">{number}</span>}
      <h3>{title}</h3>
      <span class="tick" data-done={done || undefined} role="img" aria-label={done ? strings.done : strings.open} />
      <div class="card-body">{children}</div>
    </section>
  );
}
