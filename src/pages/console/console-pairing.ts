import type { FastifyInstance } from 'fastify';
import { Type } from 'typebox';
import { CONSOLE_PAIRING_PATH, type ConsoleScreen } from '../../contract/console-page.ts';
import { Strict } from '../../contract/schemas/shapes.ts';
import type { Pairing } from '../../domain/pairing/pairing.ts';
import { addConsoleScript, type ConsoleScriptServices } from './console-script.ts';

/** Pairing code, as for creating an output. */
const PairingBody = Strict({ code: Type.String({ minLength: 1, maxLength: 64 }) });

export interface ConsolePairingServices extends ConsoleScriptServices {
  readonly pairing: Pick<Pairing, 'describe'>;
}

/**
 * Adds the route that describes the screen that shows a pairing code, so that the person can compare before creating an
 * output. A wrong code counts like one for creating an output. [D61]
 */
export function addConsolePairing(pages: FastifyInstance, services: ConsolePairingServices): void {
  addConsoleScript<{ code: string }>(
    pages,
    services,
    { path: CONSOLE_PAIRING_PATH, body: PairingBody },
    async ({ visit, body, network }): Promise<ConsoleScreen> => {
      const guesser = { principal: visit.holder.user.id, network };
      const { address, since, until } = await services.pairing.describe(body.code, guesser);
      return { address, shown_at: since, expires_at: until };
    },
  );
}
