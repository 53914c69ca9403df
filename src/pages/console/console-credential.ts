import type { FastifyInstance } from 'fastify';
import { Type } from 'typebox';
import { CONSOLE_CREDENTIAL_PATH, type ConsoleCredential, type OwnerBody } from '../../contract/console-page.ts';
import { Strict } from '../../contract/schemas/shapes.ts';
import type { ConsoleCredentials } from '../../domain/account/credentials/console-credentials.ts';
import type { OrganizationService } from '../../domain/account/organizations/organization-service.ts';
import { OwnerId, requireConsoleOwner } from './console-owner.ts';
import { addConsoleScript, type ConsoleScriptServices } from './console-script.ts';

const CredentialBody = Type.Union([Strict({ organization_id: OwnerId }), Strict({ account_id: OwnerId })]);

export interface ConsoleCredentialServices extends ConsoleScriptServices {
  readonly organizations: OrganizationService;
  readonly consoleCredentials: ConsoleCredentials;
}

/**
 * Adds the route that issues the console's bearer credential, because REST accepts no cookies. If the request carries
 * the page's current credential, it is renewed, so polls that wait with it continue. [D63]
 */
export function addConsoleCredential(pages: FastifyInstance, services: ConsoleCredentialServices): void {
  const { organizations, consoleCredentials } = services;

  addConsoleScript<OwnerBody>(
    pages,
    services,
    { path: CONSOLE_CREDENTIAL_PATH, body: CredentialBody },
    async ({ visit, body, headers }): Promise<ConsoleCredential> => {
      const owner = await requireConsoleOwner(organizations, visit, body);
      const [, present = null] = /^bearer (.+)$/i.exec(headers.authorization ?? '') ?? [];
      const actor = visit.actor('openConsole');
      const { token, expiresInSeconds, scopes } = await consoleCredentials.renew(visit.holder, owner, present, actor);
      return { token, expires_in: expiresInSeconds, scopes };
    },
  );
}
