import type { FastifyInstance } from 'fastify';
import { addAccount, type OwnAccountServices } from './account/account.ts';
import { addConnect, type ConnectServices } from './connect/connect.ts';
import { addConsole, type ConsoleServices } from './console/console.ts';
import { addDevices, type DevicesServices } from './devices/devices.ts';
import { addRoutesWithFallbacks } from './fallback-routes.ts';
import { addInstallationPages, type InstallationPageServices } from './installation/installation.ts';
import { addOrganizationPage, type OrganizationServices } from './organizations/organization.ts';
import { addOrganizationTokensPage } from './organizations/organization-tokens.ts';
import { addOrganizationsPage } from './organizations/organizations.ts';
import { addUsagePage, type UsagePageServices } from './organizations/usage-page.ts';
import { addPasskeyCeremonies, type PasskeyServices } from './passkeys/passkey-ceremonies.ts';
import { addLinks, type LinkServices } from './sign-in/link.ts';
import { addRecovery, type RecoveryServices } from './sign-in/recover.ts';
import { addSignIn, type SignInServices } from './sign-in/sign-in.ts';
import { addSignUp, type SignUpServices } from './sign-in/sign-up.ts';
import { addTokensPage, type TokensPageServices } from './tokens/tokens.ts';
import { addWorkspace, type WorkspaceServices } from './workspace/workspace.ts';

/** The services of all page groups. */
export type PeoplePagesServices = ConnectServices &
  SignInServices &
  SignUpServices &
  LinkServices &
  RecoveryServices &
  PasskeyServices &
  DevicesServices &
  OwnAccountServices &
  TokensPageServices &
  OrganizationServices &
  UsagePageServices &
  InstallationPageServices &
  ConsoleServices &
  WorkspaceServices;

/** Adds all pages for people. Each group is in a separate folder. */
export function addPeoplePages(pages: FastifyInstance, services: PeoplePagesServices): void {
  addRoutesWithFallbacks(pages, () => {
    addConnect(pages, services);
    addSignIn(pages, services);
    addSignUp(pages, services);
    addLinks(pages, services);
    addRecovery(pages, services);
    addPasskeyCeremonies(pages, services);
    addDevices(pages, services);
    addAccount(pages, services);
    addTokensPage(pages, services);
    addOrganizationsPage(pages, services);
    addOrganizationPage(pages, services);
    addOrganizationTokensPage(pages, services);
    addUsagePage(pages, services);
    addInstallationPages(pages, services);
    addConsole(pages, services);
    addWorkspace(pages, services);
  });
}
