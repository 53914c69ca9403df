import type { Config } from '../../config/config.ts';
import type { Grants } from '../../domain/account/apps/grants.ts';
import type { PersonalTokens } from '../../domain/account/credentials/personal-tokens.ts';
import type { Passkeys } from '../../domain/account/identity/passkeys.ts';
import type { OrganizationService } from '../../domain/account/organizations/organization-service.ts';
import { hasMemberRight } from '../../domain/account/owners/member-rights.ts';
import { type Clock, toTime } from '../../domain/clock.ts';
import type { InterfaceLanguage } from '../../locales/languages.ts';
import { STRINGS } from '../../locales/strings.ts';
import type { Storage } from '../../storage/storage.ts';
import { html, type SafeHtml } from '../toolkit/html.ts';

/** Number of credentials that keep access to an account after a password change. */
export interface RemainingAccess {
  readonly apps: number;
  readonly tokens: number;
  readonly passkeys: number;
  /** Service tokens of the user's terminals, which act for an organization. [D67] */
  readonly terminals: number;
  /** Whether the user may have created other service tokens, which belong to their organization. */
  readonly serviceTokens: boolean;
}

export interface RemainingAccessServices {
  readonly config: Pick<Config, 'tokensPerUser'>;
  readonly clock: Clock;
  readonly storage: Storage;
  readonly grants: Grants;
  readonly personalTokens: PersonalTokens;
  readonly passkeys: Passkeys;
  readonly organizations: OrganizationService;
}

export async function countRemainingAccess(
  services: RemainingAccessServices,
  userId: string,
): Promise<RemainingAccess> {
  const [apps, tokens, passkeys, terminals, organizations] = await Promise.all([
    services.grants.list(userId),
    services.personalTokens.list(userId, { limit: services.config.tokensPerUser, after: null }),
    services.passkeys.list(userId),
    services.storage.credentials.countTerminals(userId, toTime(services.clock())),
    services.organizations.list(userId),
  ]);
  return {
    apps: apps.length,
    tokens: tokens.length,
    passkeys: passkeys.length,
    terminals,
    serviceTokens: organizations.some(({ role }) => hasMemberRight(role, 'manageTokens')),
  };
}

/**
 * Lists what keeps working after a password change, with links to revoke it: `now`, or `later` if the person is signed
 * in only after the password is set.
 */
export function remainingAccess(language: InterfaceLanguage, access: RemainingAccess, end: 'now' | 'later'): SafeHtml {
  const strings = STRINGS[language].account.lastingAccess;
  const places = [
    ['/account/apps', access.apps > 0 && strings.apps(access.apps)],
    ['/account/tokens', access.tokens > 0 && strings.tokens(access.tokens)],
    ['/account/sessions#passkeys', access.passkeys > 0 && strings.passkeys(access.passkeys)],
    ['/account/organizations', access.terminals > 0 && strings.terminals(access.terminals)],
    ['/account/organizations', access.serviceTokens && strings.serviceTokens],
  ] as const;
  const remaining = places.filter(([, text]) => text !== false);
  if (remaining.length === 0)
    return html`<p class="hint">${strings.nothing}</p>
`;
  return html`<p class="hint">${strings.lasting[end]}</p>
<ul class="lasting">
${remaining.map(
  ([href, text]) => html`<li><a href="${href}">${text}</a></li>
`,
)}</ul>
`;
}
