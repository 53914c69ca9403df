import { useSignal } from '@preact/signals';
import { useRef } from 'preact/hooks';
import { CONSOLE_PATH } from '../../../src/contract/console-page.ts';
import { listLives, type NamedLive } from '../live/list-lives.ts';
import { useConsole } from '../state/console-context.ts';

/** The Lives of the same owner, to go to another one; the other owners; the account. */
export function LiveMenu() {
  const { live, page, session, words } = useConsole();
  const popover = useRef<HTMLDivElement>(null);
  const lives = useSignal<readonly NamedLive[] | null>(null);

  const onToggle = ({ newState }: { newState: string }) => {
    if (newState === 'open')
      listLives(session)
        .then((found) => {
          lives.value = found;
        })
        .catch(() => live.say(words.status.noLives));
  };

  return (
    <div class="live-chooser">
      <button type="button" popoverTarget="live-menu" aria-haspopup="true">
        {live.now.value?.name ?? '…'} <span aria-hidden="true">▾</span>
      </button>
      <div id="live-menu" class="menu" popover="auto" ref={popover} onToggle={onToggle}>
        <h3>{session.owner.kind === 'organization' ? session.owner.name : words.status.personal}</h3>
        <ul>
          {lives.value?.map(({ id, name }) => (
            <li key={id}>
              <a href={`${CONSOLE_PATH}/${id}`} aria-current={id === live.liveId ? 'page' : undefined}>
                {name}
              </a>
            </li>
          ))}
        </ul>
        {page.owners.length > 1 && (
          <>
            <h3>{words.status.others}</h3>
            <ul>
              {page.owners
                .filter(({ id }) => id !== session.owner.id)
                .map(({ id, kind, name }) => (
                  <li key={id}>
                    <a href={`${CONSOLE_PATH}?owner=${encodeURIComponent(id)}`}>
                      {kind === 'organization' ? name : words.status.personal}
                    </a>
                  </li>
                ))}
            </ul>
          </>
        )}
        <ul>
          <li>
            <a href="/account">{words.status.account}</a>
          </li>
        </ul>
      </div>
    </div>
  );
}
