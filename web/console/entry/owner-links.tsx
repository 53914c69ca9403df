import { CONSOLE_PATH, type ConsolePage } from '../../../src/contract/console-page.ts';
import type { ConsoleStrings } from '../../../src/locales/en/console/index.ts';
import type { Session } from '../../session/session.ts';

interface Props {
  readonly page: ConsolePage;
  readonly session: Session;
  readonly strings: ConsoleStrings['entry'];
}

/** Renders links to the other owners whose Lives the person can operate, and to the account. */
export function OwnerLinks({ page, session, strings }: Props) {
  const others = page.owners.filter(({ id }) => id !== session.owner.id);
  return (
    <nav aria-label={strings.elsewhere}>
      <ul class="owner-links">
        {others.map(({ id, kind, name }) => (
          <li key={id}>
            <a href={`${CONSOLE_PATH}?owner=${encodeURIComponent(id)}`}>
              {kind === 'organization' ? name : strings.personal}
            </a>
          </li>
        ))}
        <li>
          <a href="/account">{strings.account}</a>
        </li>
        {page.administrator && (
          <li>
            <a href="/installation">{strings.installation}</a>
          </li>
        )}
      </ul>
    </nav>
  );
}
