import { useSignal } from '@preact/signals';
import { useRef } from 'preact/hooks';
import { CONSOLE_PATH } from '../../../src/contract/console-page.ts';
import { fetchLives, type NamedLive } from '../../session/fetch-lives.ts';
import { NewLiveForm } from '../entry/new-live-form.tsx';
import { useConsole } from '../state/console-context.ts';
import { MenuLinks } from './menu-links.tsx';
import { otherOperators } from './other-operators.ts';

/** Renders the menu with the owner's other Lives, the other owners, and the account. */
export function LiveMenu() {
  const context = useConsole();
  const { live, lists, session, strings } = context;
  const others = otherOperators(context).join(', ');
  const popover = useRef<HTMLDivElement>(null);
  const lives = useSignal<readonly NamedLive[] | null>(null);

  const onToggle = ({ newState }: { newState: string }) => {
    if (newState === 'open')
      fetchLives(session)
        .then((found) => {
          lives.value = found;
        })
        .catch(() => live.showMessage(strings.status.noLives));
  };

  return (
    <div class="live-chooser">
      <button type="button" popoverTarget="live-menu" aria-haspopup="true">
        {live.now.value?.name ?? '…'} <span aria-hidden="true">▾</span>
      </button>
      <div id="live-menu" class="menu" popover="auto" ref={popover} onToggle={onToggle}>
        <h3>{session.owner.kind === 'organization' ? session.owner.name : strings.entry.personal}</h3>
        <ul>
          {lives.value?.map(({ id, name }) => (
            <li key={id}>
              <a href={`${CONSOLE_PATH}/${id}`} aria-current={id === live.liveId ? 'page' : undefined}>
                {name}
              </a>
            </li>
          ))}
        </ul>
        {lists.viewers.value !== null && <p class="menu-note">{strings.status.viewers(lists.viewers.value)}</p>}
        {others !== '' && <p class="menu-note">{strings.status.alsoHere(others)}</p>}
        {session.scopes.value.has('live.create') && (
          <>
            <h3>{strings.entry.newLive}</h3>
            <NewLiveForm
              session={session}
              strings={{ ...strings.entry, problems: strings.dialogs.problems }}
              proposedName=""
            />
          </>
        )}
        <MenuLinks />
      </div>
    </div>
  );
}
