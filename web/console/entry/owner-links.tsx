import { CONSOLE_PATH, type ConsolePage } from '../../../src/contract/console-page.ts';
import type { ConsoleStrings } from '../../../src/locales/en/console/index.ts';
import type { Session } from '../session/session.ts';

interface Props {
  readonly page: ConsolePage;
  readonly session: Session;
  readonly words: ConsoleStrings['entry'];
}

/** The other owners whose Lives the person may operate, and the account. */
export function OwnerLinks({ page, session, words }: Props) {
  const others = page.owners.filter(({ id }) => id !== session.owner.id);
  return (
    <nav aria-label={words.elsewhere}>
      <ul class="owner-links">
        {others.map(({ id, kind, name }) => (
          <li key={id}>
            <a href={`${CONSOLE_PATH}?owner=${encodeURIComponent(id)}`}>
              {kind === 'organization' ? name : words.personal}
            </a>
          </li>
        ))}
        <li>
          <a href="/account">{words.account}</a>
        </li>
      </ul>
    </nav>
  );
}
