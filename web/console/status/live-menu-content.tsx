import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { CONSOLE_PATH } from '../../../src/contract/console-page.ts';
import { fetchLives, type NamedLive } from '../../session/fetch-lives.ts';
import { NewLiveForm } from '../entry/new-live-form.tsx';
import { useConsole } from '../state/console-context.ts';
import { MenuLinks } from './menu-links.tsx';
import { otherOperators } from './other-operators.ts';

/** Renders what the menu contains while it is open. */
export function LiveMenuContent() {
  const context = useConsole();
  const { live, lists, session, strings } = context;
  const others = otherOperators(context).join(', ');
  const lives = useSignal<readonly NamedLive[] | null>(null);
  useEffect(() => {
    fetchLives(session)
      .then((found) => {
        lives.value = found;
      })
      .catch(() => live.showMessage(strings.status.noLives));
  }, []);

  return (
    <>
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
    </>
  );
}
