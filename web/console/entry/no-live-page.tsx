import type { ConsolePage } from '../../../src/contract/console-page.ts';
import type { Session } from '../../session/session.ts';
import type { EntryStrings } from './entry-strings.ts';
import { NewLiveForm } from './new-live-form.tsx';
import { OwnerLinks } from './owner-links.tsx';
import { WorkspaceLinks } from './workspace-links.tsx';

interface Props {
  readonly page: ConsolePage;
  readonly session: Session;
  readonly strings: EntryStrings;
}

/** Renders the page for an owner without Lives. */
export function NoLivePage({ page, session, strings }: Props) {
  return (
    <main class="entry">
      <h1>{session.owner.kind === 'organization' ? session.owner.name : strings.personal}</h1>
      <p>{strings.noLive}</p>
      {session.scopes.value.has('live.create') ? (
        <NewLiveForm session={session} strings={strings} proposedName={strings.liveName} />
      ) : (
        <p>{strings.askForLive}</p>
      )}
      <WorkspaceLinks owner={session.owner} strings={strings} />
      <OwnerLinks page={page} session={session} strings={strings} />
    </main>
  );
}
