import type { FastifyRequest } from 'fastify';
import type { Logger } from 'pino';
import type { Config } from '../config.ts';
import type { Grants } from '../domain/account/apps/grants.ts';
import type { PersonalTokens } from '../domain/account/credentials/personal-tokens.ts';
import type { TerminalLogins } from '../domain/account/credentials/terminal-logins.ts';
import type { Mailer } from '../domain/account/identity/mailer.ts';
import type { OneTimeLinks } from '../domain/account/identity/one-time-links.ts';
import type { Passkeys } from '../domain/account/identity/passkeys.ts';
import type { Sessions } from '../domain/account/identity/sessions.ts';
import type { SignIn } from '../domain/account/identity/sign-in.ts';
import type { SignInThrottle } from '../domain/account/identity/sign-in-throttle.ts';
import type { SignUp } from '../domain/account/identity/sign-up.ts';
import type { OwnerExport } from '../domain/account/lifecycle/owner-export.ts';
import type { OrganizationDesk } from '../domain/account/organizations/organization-desk.ts';
import type { Actor } from '../domain/audit/audit.ts';
import type { Clock } from '../domain/clock.ts';
import type { Lives } from '../domain/live/lives.ts';
import type { FailureLog } from '../failure-log.ts';
import type { Owner, SessionRecord, Storage, Viewers } from '../storage/storage.ts';
import type { KnownBrowsers } from './sign-in/known-browser.ts';
import type { Visit, Visits } from './toolkit/visits.ts';

/** What the pages for people work with; `server/create-page-services.ts` builds it. */
export interface PageServices {
  readonly config: Config;
  readonly log: Logger;
  readonly failures: FailureLog;
  readonly storage: Storage;
  readonly clock: Clock;
  readonly sessions: Sessions;
  readonly grants: Grants;
  readonly passkeys: Passkeys;
  readonly terminalLogins: TerminalLogins;
  readonly personalTokens: PersonalTokens;
  readonly organizations: OrganizationDesk;
  readonly visits: Visits;
  readonly signIn: SignIn;
  readonly signUp: SignUp;
  readonly links: OneTimeLinks;
  /** Null: no mail is sent. */
  readonly mailer: Mailer | null;
  readonly throttle: SignInThrottle;
  readonly knownBrowsers: KnownBrowsers;
  /** Where a request comes from, as the counts of failed tries name it: an address, or the network of one. */
  readonly peerOf: (request: FastifyRequest) => string;
  /** Takes once more from the budget that an address has for pages. Throws or rejects `rate_limited`. */
  readonly charge: (request: FastifyRequest) => void | Promise<void>;
  /** Takes from the budget that an address has for logins of terminals. Throws or rejects `rate_limited`. */
  readonly chargeTerminalLogin: (request: FastifyRequest) => void | Promise<void>;
  /** The name of the app whose OAuth request, known by its secret, waits for this browser; null where none does. */
  readonly findRequestingApp: (secret: string, visit: Visit) => Promise<string | null>;
  /** After sign-in: the OAuth request that the browser came with, known by its secret, is this session's from now on. */
  readonly bindRequest: (secret: string, session: SessionRecord) => Promise<void>;
  readonly lives: Pick<Lives, 'list' | 'find'>;
  /** Of all nodes. Throws `unavailable`. [D52] */
  readonly readViewers: (liveId: string) => Promise<Viewers>;
  readonly ownerExport: OwnerExport;
  /** Deletes an account with its user, or an organization. Throws LastOwner, having changed nothing. */
  readonly leave: (ownerId: string, actor: Actor) => Promise<Owner>;
  /** To be called after every change that can end or change what a credential may. */
  readonly onAuthorityChanged: () => void;
}
