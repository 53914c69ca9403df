import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { LecternError } from '../../contract/lectern-error.ts';
import { requireUnrestricted } from '../../domain/account/restriction.ts';
import { readText } from '../form-text.ts';
import { sendPage } from '../person-pages.ts';
import type { PageServices } from '../services.ts';
import { UNDONE, withOnward } from '../sign-in/onward.ts';
import { type HeldVisit, isHeld } from '../visits.ts';
import { connectedPage, enterCodePage, judgeTerminalPage } from './connect-pages.ts';
import { addTerminal } from './terminal.ts';

/** Where a person allows a terminal that waits with `lectern login`, and what that terminal asks. */
export function addConnect(pages: FastifyInstance, services: PageServices): void {
  const { visits, terminalLogins: logins, throttle } = services;
  addTerminal(pages, services);

  /** Null where the browser was sent to sign in first. */
  const openHeld = async (request: FastifyRequest, reply: FastifyReply, code: string | undefined, told = {}) => {
    visits.requireSecure(request, 'sign-in');
    const visit = await visits.open(request, reply);
    if (isHeld(visit)) return visit;
    const next = code === undefined ? '/connect' : `/connect?code=${encodeURIComponent(code)}`;
    reply.redirect(withOnward('/sign-in', { request: null, next }, told), 303);
    return null;
  };

  pages.get('/connect', { schema: { hide: true } }, async (request, reply) => {
    const { code, done } = request.query as Record<string, unknown>;
    const typed = typeof code === 'string' ? code : undefined;
    const visit = await openHeld(request, reply, typed);
    if (!visit) return reply;
    if (done === 'allowed' || done === 'denied') return sendPage(reply, 200, connectedPage(visit, done));
    if (typed === undefined) return sendPage(reply, 200, enterCodePage(visit));
    const login = await findLogin(visit, typed);
    if (!login) return sendPage(reply, 422, enterCodePage(visit, { typed }));
    return sendPage(reply, 200, judgeTerminalPage(visit, login));
  });

  pages.post('/connect', { schema: { hide: true } }, async (request, reply) => {
    const typed = readText(request.body, 'code');
    const decision = readText(request.body, 'decision');
    const visit = await openHeld(request, reply, typed, UNDONE);
    if (!visit) return reply;
    if (!visits.isPresentForm(request, visit, `connect ${typed}`)) {
      const login = await findLogin(visit, typed);
      return sendPage(reply, 403, login ? judgeTerminalPage(visit, login, true) : enterCodePage(visit, { typed }));
    }
    if (decision !== 'allow' && decision !== 'deny') {
      throw new LecternError('invalid_fields', 'The decision is to allow or to deny.');
    }
    if (decision === 'allow') requireUnrestricted(visit.holder.user);
    const [state, done, operation] =
      decision === 'allow'
        ? (['approved', 'allowed', 'allowTerminal'] as const)
        : (['denied', 'denied', 'denyTerminal'] as const);
    if (!(await logins.decide(typed, state, visit.holder, visit.actor(operation)))) {
      // It waited too long, or has been decided in another window.
      return sendPage(reply, 422, enterCodePage(visit, { typed }));
    }
    return reply.redirect(`/connect?done=${done}`, 303);
  });

  /** Only wrong codes of the session count. Throws `rate_limited`. */
  async function findLogin({ holder }: HeldVisit, typed: string) {
    const tried = await throttle.takeTerminalCode({ sessionId: holder.session.id });
    if (typeof tried === 'number') throw new LecternError('rate_limited', undefined, { retryAfterSeconds: tried });
    const login = await logins.find(typed);
    if (login) await throttle.giveBack(tried);
    return login;
  }
}
