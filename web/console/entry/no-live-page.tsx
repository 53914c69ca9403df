import type { ConsolePage } from '../../../src/contract/console-page.ts';
import type { ConsoleStrings } from '../../../src/locales/en/console/index.ts';
import type { Session } from '../session/session.ts';
import { NewLiveForm } from './new-live-form.tsx';
import { OwnerLinks } from './owner-links.tsx';

interface Props {
  readonly page: ConsolePage;
  readonly session: Session;
  readonly words: ConsoleStrings['entry'];
}

/** Where the owner has no Live yet. */
export function NoLivePage({ page, session, words }: Props) {
  return (
    <main class="entry">
      <h1>{session.owner.kind === 'organization' ? session.owner.name : words.personal}</h1>
      <p>{words.noLive}</p>
      {session.scopes.value.has('live.create') ? (
        <NewLiveForm session={session} words={words} />
      ) : (
        <p>{words.askForLive}</p>
      )}
      <OwnerLinks page={page} session={session} words={words} />
    </main>
  );
}
