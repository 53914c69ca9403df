import type { FastifyInstance } from 'fastify';
import { Type } from 'typebox';
import { CONSOLE_CREDENTIAL_PATH, type ConsoleCredential } from '../../contract/console-page.ts';
import { LecternError } from '../../contract/lectern-error.ts';
import { Strict } from '../../contract/schemas/shapes.ts';
import type { ConsoleCredentials } from '../../domain/account/credentials/console-credentials.ts';
import type { OrganizationService } from '../../domain/account/organizations/organization-service.ts';
import { toAccountOwner } from '../../domain/account/owners/owner.ts';
import { requireUnrestricted } from '../../domain/account/owners/restriction.ts';
import type { Owner } from '../../storage/storage.ts';
import type { SignedInScriptVisit } from '../toolkit/visits.ts';
import { addConsoleScript, type ConsoleScriptServices } from './console-script.ts';

const OwnerId = Type.String({ minLength: 1, maxLength: 64 });
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

  /** Returns the owner. Throws `not_found`, `processing_restricted`. */
  const requireOwner = async (
    { holder: { user } }: SignedInScriptVisit,
    of: { organization_id: string } | { account_id: string },
  ): Promise<Owner> => {
    if ('organization_id' in of) {
      const { id } = await organizations.require(user.id, of.organization_id, 'write');
      return { kind: 'organization', id };
    }
    if (of.account_id !== user.accountId) throw new LecternError('not_found', 'This is not your account.');
    requireUnrestricted(user);
    return toAccountOwner(user);
  };

  addConsoleScript<{ organization_id: string } | { account_id: string }>(
    pages,
    services,
    { path: CONSOLE_CREDENTIAL_PATH, body: CredentialBody },
    async ({ visit, body, headers }): Promise<ConsoleCredential> => {
      const owner = await requireOwner(visit, body);
      const [, present = null] = /^bearer (.+)$/i.exec(headers.authorization ?? '') ?? [];
      const actor = visit.actor('openConsole');
      const { token, expiresInSeconds, scopes } = await consoleCredentials.renew(visit.holder, owner, present, actor);
      return { token, expires_in: expiresInSeconds, scopes };
    },
  );
}
