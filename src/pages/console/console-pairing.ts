import type { FastifyInstance } from 'fastify';
import { Type } from 'typebox';
import {
  CONSOLE_PAIRING_PATH,
  CONSOLE_WAITING_CODES_PATH,
  type ConsoleScreen,
  type FreedCodes,
  type OwnerBody,
} from '../../contract/console-page.ts';
import { Strict } from '../../contract/schemas/shapes.ts';
import type { OrganizationService } from '../../domain/account/organizations/organization-service.ts';
import type { Pairing } from '../../domain/pairing/pairing.ts';
import { OwnerId, requireConsoleOwner } from './console-owner.ts';
import { addConsoleScript, type ConsoleScriptServices } from './console-script.ts';

/** Pairing code, as for creating an output. */
const Code = Type.String({ minLength: 1, maxLength: 64 });
const PairingBody = Type.Union([
  Strict({ code: Code, organization_id: OwnerId }),
  Strict({ code: Code, account_id: OwnerId }),
]);

export interface ConsolePairingServices extends ConsoleScriptServices {
  readonly organizations: OrganizationService;
  readonly pairing: Pick<Pairing, 'describe' | 'free'>;
}

/**
 * Adds the routes of the console for pairing codes. One describes the screen that shows a code, so that the person can
 * compare before creating an output; a wrong code counts like one for creating an output. The other ends the codes that
 * wait at the person's address. [D61]
 */
export function addConsolePairing(pages: FastifyInstance, services: ConsolePairingServices): void {
  const { organizations, pairing } = services;
  addConsoleScript<OwnerBody & { code: string }>(
    pages,
    services,
    { path: CONSOLE_PAIRING_PATH, body: PairingBody },
    async ({ visit, body, network }): Promise<ConsoleScreen> => {
      const owner = await requireConsoleOwner(organizations, visit, body);
      const guesser = { principal: visit.holder.user.id, network, owner };
      const { address, since, until } = await pairing.describe(body.code, guesser);
      return { address, shown_at: since, expires_at: until };
    },
  );

  addConsoleScript(
    pages,
    services,
    { method: 'DELETE', path: CONSOLE_WAITING_CODES_PATH },
    async ({ network }): Promise<FreedCodes> => ({ freed: await pairing.free(network) }),
  );
}
