import { useSignal } from '@preact/signals';
import type { ComponentChildren } from 'preact';
import { useEffect } from 'preact/hooks';
import { CONSOLE_FIRST_START_PATH, type FirstStartProgress, NETWORK_PATH } from '../../../src/contract/console-page.ts';
import { SCREEN_PATH } from '../../../src/contract/pairing.ts';
import { pollWhileVisible } from '../../session/poll-while-visible.ts';
import { sendConsoleRequest } from '../../session/send-console-request.ts';
import { later } from '../../ui/later.tsx';
import { useConsole } from '../state/console-context.ts';
import type { FirstStartCard } from '../state/first-start-state.ts';

/** Only an address that a phone can open has a QR code. */
const QrCode = later(async () => (await import('../../ui/qr-code.tsx')).QrCode);
/** Time after which the card explains what to check if no other device has opened the page. */
const SCREEN_WAIT_MS = 60_000;
const SCREEN_POLL_MS = 5_000;

const CARDS: Readonly<Record<FirstStartCard, () => ComponentChildren>> = {
  access: AccessCard,
  type: TypeCard,
  screen: ScreenCard,
  stream: StreamCard,
};

/** Renders the cards of the first start. Each stays until its step is done or it is dismissed. */
export function FirstStartCards() {
  const { firstStart, strings } = useConsole();
  const cards = firstStart.cards.value;
  return (
    <div class="cards">
      {cards.map((card) => {
        const Content = CARDS[card];
        return <Content key={card} />;
      })}
      {cards.length > 1 && (
        <button type="button" class="quiet cards-close" onClick={() => firstStart.dismiss(...cards)}>
          {strings.firstStart.close}
        </button>
      )}
    </div>
  );
}

function AccessCard() {
  const { page, strings } = useConsole();
  const cardStrings = strings.firstStart;
  const passwordPage = `/account?${new URLSearchParams({ open: 'password', next: location.pathname })}`;
  return (
    <Card card="access" title={cardStrings.password} done={page.canSignInAgain}>
      <p>{cardStrings.passwordHint}</p>
      <p class="card-actions">
        <a class="button" href={passwordPage}>
          {cardStrings.setPassword}
        </a>
        <a class="button quiet" href="/account/sessions#passkeys">
          {cardStrings.addPasskey}
        </a>
      </p>
    </Card>
  );
}

function TypeCard() {
  const { live, strings } = useConsole();
  const cardStrings = strings.firstStart;
  const shown = Boolean(live.now.value?.focus ?? live.now.value?.slide);
  return (
    <Card card="type" title={cardStrings.type} done={shown}>
      <p>
        {cardStrings.typeHint} <code>john 3 16</code> <kbd>{strings.keys.caps.Enter}</kbd>
      </p>
    </Card>
  );
}

function ScreenCard() {
  const { page, session, strings } = useConsole();
  const cardStrings = strings.firstStart;
  const opened = useSignal(false);
  const isLate = useSignal(false);
  useEffect(() => {
    const stop = pollWhileVisible(async () => {
      const { opened_elsewhere } = await sendConsoleRequest<FirstStartProgress>(
        session.csrf(),
        'GET',
        CONSOLE_FIRST_START_PATH,
      );
      opened.value = opened_elsewhere;
      if (opened_elsewhere) stop();
    }, SCREEN_POLL_MS);
    const timer = setTimeout(() => {
      isLate.value = true;
    }, SCREEN_WAIT_MS);
    return () => {
      stop();
      clearTimeout(timer);
    };
  }, []);
  const address = page.lanUrl === null ? null : page.lanUrl + SCREEN_PATH;
  return (
    <Card card="screen" title={cardStrings.screen} done={opened.value}>
      {address === null ? (
        <OpenToNetwork />
      ) : (
        <>
          <p>{cardStrings.screenHint}</p>
          <code>{address}</code>
          <QrCode text={address} label={strings.dialogs.qr} />
          {isLate.value && !opened.value && <ScreenAdvice />}
        </>
      )}
    </Card>
  );
}

/** Renders what to do while no other device reaches the server. [D78] */
function OpenToNetwork() {
  const { page, strings } = useConsole();
  const cardStrings = strings.firstStart;
  return (
    <>
      <p>{cardStrings.onlyHere}</p>
      {page.administrator ? (
        <a class="button" href={NETWORK_PATH}>
          {strings.dialogs.openToNetwork}
        </a>
      ) : (
        <p>{cardStrings.askToOpen}</p>
      )}
    </>
  );
}

function ScreenAdvice() {
  const { firstStart: cardStrings } = useConsole().strings;
  return (
    <div role="status" class="card-advice">
      <p>{cardStrings.check}</p>
      <ul>
        {cardStrings.checks.map((check) => (
          <li key={check}>{check}</li>
        ))}
      </ul>
    </div>
  );
}

function StreamCard() {
  const { lists, dialog, session, strings } = useConsole();
  const cardStrings = strings.firstStart;
  return (
    <Card
      card="stream"
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
  );
}

interface CardProps {
  readonly card: FirstStartCard;
  readonly title: string;
  readonly done: boolean;
  readonly children: ComponentChildren;
}

function Card({ card, title, done, children }: CardProps) {
  const { firstStart, strings } = useConsole();
  const cardStrings = strings.firstStart;
  const cards = firstStart.cards.value;
  useEffect(() => {
    if (done) firstStart.tick(card);
  }, [done]);
  return (
    <section class="card">
      {cards.length > 1 && <span class="card-number">{cards.indexOf(card) + 1}</span>}
      <h3>{title}</h3>
      <span
        class="tick"
        data-done={done || undefined}
        role="img"
        aria-label={done ? cardStrings.done : cardStrings.open}
      />
      <button
        type="button"
        class="quiet card-dismiss"
        aria-label={`${cardStrings.dismiss}: ${title}`}
        title={cardStrings.dismiss}
        onClick={() => firstStart.dismiss(card)}
      >
        ×
      </button>
      {!done && <div class="card-body">{children}</div>}
    </section>
  );
}
