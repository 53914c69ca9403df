import type { FastifyInstance } from 'fastify';
import { type Passkeys, toPasskeyHandle } from '../../domain/account/identity/passkeys.ts';
import { findLocalhostOrigin, findRelyingParty } from '../../domain/account/identity/relying-party.ts';
import type { Sessions } from '../../domain/account/identity/sessions.ts';
import { parseName } from '../../domain/name.ts';
import {
  type AccountRequest,
  type AccountServices,
  addAccountForm,
  addAccountPage,
} from '../toolkit/account-routes.ts';
import { devicesPage } from './devices-page.ts';
import { passkeyPage } from './passkey-page.ts';

const PAGE = '/account/sessions';
const PASSKEY = '/account/passkeys/:handle';

export interface DevicesServices extends AccountServices {
  readonly sessions: Sessions;
  readonly passkeys: Passkeys;
}

/** Adds the page with a user's sessions and passkeys, and its forms. */
export function addDevices(pages: FastifyInstance, services: DevicesServices): void {
  const { sessions, passkeys, visits } = services;

  addAccountPage(pages, services, PAGE, async ({ visit, request, query }) => {
    const { user } = visit.holder;
    const [devices, keys] = await Promise.all([sessions.list(user.id), passkeys.list(user.id)]);
    const origin = visits.address.originOf(request);
    const offered = findRelyingParty(origin) !== null;
    const adding = offered ? (passkeys.canAdd(visit.holder) ? 'now' : 'sign_in_again') : 'not_here';
    const name = findLocalhostOrigin(origin);
    const local = name === null ? null : { name, port: request.socket.localPort };
    return devicesPage(visit, { devices, passkeys: keys, adding, local, done: query('done') });
  });

  addAccountForm(
    pages,
    services,
    { path: `${PAGE}/end-others`, purpose: 'end-other-sessions', back: PAGE, ends: true },
    async (call) => {
      const { holder, actor } = call.visit;
      await sessions.endAll(holder.user, holder.session, actor('endOtherSessions'));
      return { to: `${PAGE}?done=others` };
    },
  );

  const end = { path: `${PAGE}/:id/end`, purpose: 'end-session', back: PAGE, ends: true };
  addAccountForm(pages, services, end, async (call) => {
    const { holder, actor } = call.visit;
    const id = call.params.id!;
    await sessions.end(holder, id, actor('endSession'));
    if (id !== holder.session.id) return { to: `${PAGE}?done=ended` };
    visits.cookies.dropSession(call.reply);
    return { to: '/sign-in' };
  });

  const requirePasskey = ({ visit, params }: AccountRequest) => passkeys.require(visit.holder.user.id, params.handle!);

  addAccountPage(pages, services, PASSKEY, async (call) =>
    passkeyPage(call.visit, await requirePasskey(call), call.query('done')),
  );

  addAccountForm(
    pages,
    services,
    { path: `${PASSKEY}/rename`, purpose: 'rename-passkey', back: PASSKEY },
    async (call) => {
      const passkey = await requirePasskey(call);
      const name = parseName(call.field('name'));
      if (name === null) {
        return { status: 422, page: passkeyPage(call.visit, passkey, '', { wrongName: call.field('name') }) };
      }
      await passkeys.rename(call.visit.holder, passkey, name, call.visit.actor('renamePasskey'));
      return { to: `/account/passkeys/${toPasskeyHandle(passkey)}?done=renamed` };
    },
  );

  addAccountForm(
    pages,
    services,
    { path: `${PASSKEY}/remove`, purpose: 'remove-passkey', back: PASSKEY, ends: true },
    async (call) => {
      const passkey = await requirePasskey(call);
      const outcome = await passkeys.remove(call.visit.holder, passkey, call.visit.actor('removePasskey'));
      if (outcome === 'removed') return { to: `${PAGE}?done=removed` };
      return { status: 422, page: passkeyPage(call.visit, passkey, '', { lastWayIn: true }) };
    },
  );
}
