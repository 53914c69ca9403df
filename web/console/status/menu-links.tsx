import { PreferenceSwitches } from '../commands/preference-switches.tsx';
import { OwnerLinks } from '../entry/owner-links.tsx';
import { WorkspaceLinks } from '../entry/workspace-links.tsx';
import { GuidesLink } from '../help/guides-link.tsx';
import { useConsole } from '../state/console-context.ts';

/** Renders the links that leave the Live: to the pages that prepare a service, the other owners, and the account. */
export function MenuLinks() {
  const { page, session, strings, live, dialog } = useConsole();
  return (
    <>
      <h3>{strings.entry.prepare}</h3>
      <WorkspaceLinks owner={session.owner} strings={strings.entry} />
      <PreferenceSwitches />
      {live.mayOperate() && (
        <button
          type="button"
          class="quiet"
          onClick={() => {
            dialog.value = { kind: 'obs' };
          }}
        >
          {strings.obs.title} …
        </button>
      )}
      <h3>{page.person.name}</h3>
      <OwnerLinks page={page} session={session} strings={strings.entry} />
      <GuidesLink />
    </>
  );
}
