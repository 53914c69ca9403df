import type { FastifyInstance } from 'fastify';
import { addAccount } from './account/account.ts';
import { addConnect } from './connect/connect.ts';
import { addDevices } from './devices/devices.ts';
import { addPasskeyCeremonies } from './passkeys/passkey-ceremonies.ts';
import type { PageServices } from './services.ts';
import { addLinks } from './sign-in/link.ts';
import { addRecovery } from './sign-in/recover.ts';
import { addSignIn } from './sign-in/sign-in.ts';
import { addSignUp } from './sign-in/sign-up.ts';
import { addWithRefusals } from './unrouted.ts';

/** Every group of pages for people, each in a folder of its own. */
export function addPeople(pages: FastifyInstance, services: PageServices): void {
  addWithRefusals(pages, () => {
    addConnect(pages, services);
    addSignIn(pages, services);
    addSignUp(pages, services);
    addLinks(pages, services);
    addRecovery(pages, services);
    addPasskeyCeremonies(pages, services);
    addDevices(pages, services);
    addAccount(pages, services);
  });
}
