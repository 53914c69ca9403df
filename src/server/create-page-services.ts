import { sharedSignInOrigin } from '../config/network-origin.ts';
import { ConsoleCredentials } from '../domain/account/credentials/console-credentials.ts';
import { TerminalLogins } from '../domain/account/credentials/terminal-logins.ts';
import { SignIn } from '../domain/account/identity/sign-in.ts';
import { SignInThrottle } from '../domain/account/identity/sign-in-throttle.ts';
import { deleteOwner } from '../domain/account/lifecycle/owner-deletion.ts';
import { OwnerExport } from '../domain/account/lifecycle/owner-export.ts';
import { AttemptCounters } from '../domain/attempt-counters.ts';
import { toPeerKey } from '../http/admission/admission.ts';
import { SmtpMailer } from '../mail/smtp-mailer.ts';
import { AuthorizationRequests } from '../oauth/authorization-requests.ts';
import type { AuthorizeServices } from '../oauth/authorize.ts';
import type { OauthServices } from '../oauth/oauth.ts';
import type { NetworkPageServices } from '../pages/installation/network.ts';
import type { PeoplePagesServices } from '../pages/people-pages.ts';
import { KnownBrowsers } from '../pages/toolkit/known-browsers.ts';
import { listOwners } from '../pages/toolkit/list-owners.ts';
import { Visits } from '../pages/toolkit/visits.ts';
import type { createAudience } from './create-audience.ts';
import type { Foundation } from './foundation.ts';

export type PageServices = PeoplePagesServices & AuthorizeServices & OauthServices;

/** Creates the dependencies of the account pages and the OAuth endpoints. */
export function createPageServices(
  { installation, config, secrets, log, failures, metrics, admission, restore }: Foundation,
  { pairing }: Pick<Awaited<ReturnType<typeof createAudience>>, 'pairing'>,
  switches: Pick<NetworkPageServices, 'networkAccess' | 'networkSignIn'>,
): PageServices {
  const { storage, clock, sessions, authenticator } = installation;
  const authorizationRequests = new AuthorizationRequests(storage, clock);
  const throttle = new SignInThrottle(new AttemptCounters(storage.failedAttempts, secrets.key('failed tries'), clock));
  return {
    config,
    log,
    failures,
    storage,
    clock,
    sessions,
    grants: installation.grants,
    personalTokens: installation.personalTokens,
    administrators: installation.administrators,
    backups: installation.backups,
    restore,
    ...switches,
    otherDevices: installation.otherDevices,
    warnOfNetwork: (error) => log.warn({ err: error }, 'listening on another address failed'),
    editions: installation.editions,
    editionJobs: installation.editionJobs,
    warnOfBackup: (error) => {
      metrics.backupFailures.inc();
      log.warn({ err: error }, 'making a backup failed');
    },
    organizations: installation.organizations,
    outputs: installation.outputs,
    remoteLinks: installation.remoteLinks,
    buttonLinks: installation.buttonLinks,
    passkeys: installation.passkeys,
    consoleCredentials: new ConsoleCredentials(storage, clock),
    terminalLogins: new TerminalLogins(storage, clock, config),
    visits: new Visits(
      sessions,
      secrets.key('forms'),
      {
        publicUrl: () => config.publicUrl,
        plainSignIn: () => config.plainSignIn,
        trustedProxies: config.trustedProxies,
        signInOrigin: () => sharedSignInOrigin(config),
      },
      {
        listOwners: (user) => listOwners(installation.organizations, user),
        readBackupAge: () => installation.backups.readAge(),
      },
    ),
    signIn: new SignIn(storage, throttle, clock, () => authenticator.invalidate()),
    signUp: installation.signUp,
    links: installation.links,
    mailer: config.mail && new SmtpMailer(config.mail),
    throttle,
    knownBrowsers: new KnownBrowsers(secrets.key('known browsers'), () => config.publicUrl.startsWith('https:')),
    peerOf: (request) => toPeerKey(request.ip),
    charge: (request) => admission.chargePages(request.ip),
    chargeTerminalLogin: (request) => admission.chargeTerminalLogin(request.ip),
    findRequestingApp: (secret, visit) => authorizationRequests.findApp(secret, visit),
    bindRequest: async (secret, session) => {
      await authorizationRequests.bind(secret, session);
    },
    onAuthorityChanged: () => authenticator.invalidate(),
    pairing,
    lives: installation.lives,
    usage: installation.usage,
    ownerExport: new OwnerExport(installation),
    leave: (ownerId, actor) => deleteOwner(installation, ownerId, actor),
  };
}
