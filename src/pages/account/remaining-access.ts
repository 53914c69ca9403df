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

/** What has access to an account and keeps it when the password changes: how many of each. */
export interface RemainingAccess {
  readonly apps: number;
  readonly tokens: number;
  readonly passkeys: number;
  /** Service tokens of the user's terminals, which act for an organization. [D67] */
  readonly terminals: number;
  /** Whether the user can have made other service tokens, which belong to their organization. */
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
    serviceTokens: organizations.some(({ role }) => hasMemberRight(role, 'handleTokens')),
  };
}

/**
 * Says what goes on working after a new password, and leads to where each is ended: `now`, or `later`, by whoever is signed in only
 * once the password is set.
 */
export function remainingAccess(language: InterfaceLanguage, access: RemainingAccess, end: 'now' | 'later'): SafeHtml {
  const words = STRINGS[language].account.lastingAccess;
  const places = [
    ['/account/apps', access.apps > 0 && words.apps(access.apps)],
    ['/account/tokens', access.tokens > 0 && words.tokens(access.tokens)],
    ['/account/sessions#passkeys', access.passkeys > 0 && words.passkeys(access.passkeys)],
    ['/account/organizations', access.terminals > 0 && words.terminals(access.terminals)],
    ['/account/organizations', access.serviceTokens && words.serviceTokens],
  ] as const;
  const lasting = places.filter(([, text]) => text !== false);
  if (lasting.length === 0)
    return html`<p class="hint">${words.nothing}</p>
`;
  return html`<p class="hint">${words.lasting[end]}</p>
<ul class="lasting">
${lasting.map(
  ([href, text]) => html`<li><a href="${href}">${text}</a></li>
`,
)}</ul>
`;
}
