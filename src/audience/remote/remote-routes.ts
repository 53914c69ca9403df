import type { FastifyInstance, FastifyRequest } from 'fastify';
import { LecternError } from '../../contract/lectern-error.ts';
import { REMOTE_BODY_MAX_BYTES } from '../../contract/limits.ts';
import type * as remote from '../../contract/remote.ts';
import { RemoteAdmitBody, RemoteHideBody, RemoteStepBody } from '../../contract/schemas/remote-links.ts';
import type { Clock } from '../../domain/clock.ts';
import type { KeyCookies } from '../../domain/key-cookies.ts';
import type { RemoteControl } from '../../domain/remote-links/remote-control.ts';
import type { RemoteLinks } from '../../domain/remote-links/remote-links.ts';
import type { LiveState, RemoteLinkWithCreator } from '../../storage/storage.ts';
import { addPageRoutes, type PageRouteDependencies, type PageRoutes, readPageAddress } from '../page-routes.ts';
import { readPassCookie, setPassCookie } from '../pass-cookie.ts';
import { REMOTE_POLICY } from '../policies.ts';
import { type RemotePageOptions, remotePage } from './remote-page.ts';
import type { RemoteStates } from './remote-states.ts';
import type { RemoteStreams } from './remote-streams.ts';
import { RemoteWriteLimiter } from './remote-write-limiter.ts';

export interface RemoteRouteDependencies extends PageRouteDependencies {
  readonly links: RemoteLinks;
  readonly control: RemoteControl;
  readonly passes: KeyCookies;
  readonly states: RemoteStates;
  readonly streams: RemoteStreams;
  readonly clock: Clock;
}

interface LinkRequest {
  Params: { link_id: string };
}

/** Adds the page of a remote link, its admission, its stream and its writes. [D68] */
export async function addRemoteRoutes(app: FastifyInstance, dependencies: RemoteRouteDependencies): Promise<void> {
  await addPageRoutes(app, { policy: REMOTE_POLICY }, dependencies, (routes) => {
    addPage(routes, dependencies);
    addAdmission(routes, dependencies);
    routes.stream<LinkRequest>('/r/:link_id/stream', async (request, _reply, response) =>
      dependencies.streams.open(await requireAdmitted(dependencies, request), response),
    );
    addWrites(routes, dependencies);
  });
}

function addPage(routes: PageRoutes, { links, passes, control, states }: RemoteRouteDependencies): void {
  routes.linkedPage<LinkRequest>('/r', 'link_id', async (request) => {
    const { language, address } = readPageAddress(request);
    const { theme } = address;
    const toHtml = (content: RemotePageOptions['content']) =>
      remotePage({ language, content, ...(theme && { theme }) });
    const link = await links.find(request.params.link_id);
    if (!link) return { status: 404, html: toHtml('ended') };
    if (!passes.admits(link, readPassCookie(request, 'remote', link.id))) {
      return { status: 403, html: toHtml('entrance') };
    }
    const live = await findLive(control, link);
    if (live === null) return { status: 404, html: toHtml('ended') };
    if (live === 'restricted') return { status: 403, html: toHtml('restricted') };
    return { html: toHtml(await states.toState(live)), compress: true };
  });
}

/** Returns null if the Live was deleted. */
async function findLive(control: RemoteControl, link: RemoteLinkWithCreator): Promise<LiveState | 'restricted' | null> {
  try {
    return await control.requireLive(link);
  } catch (error) {
    if (error instanceof LecternError && error.code === 'not_found') return null;
    if (error instanceof LecternError && error.code === 'processing_restricted') return 'restricted';
    throw error;
  }
}

/** Adds the route that exchanges the key for a cookie of this link. */
function addAdmission(routes: PageRoutes, { links, passes, clock, publicUrl }: RemoteRouteDependencies): void {
  routes.admission<LinkRequest, RemoteLinkWithCreator>(
    '/r/:link_id/admit',
    { what: 'link', body: RemoteAdmitBody, bodyLimit: REMOTE_BODY_MAX_BYTES },
    (request) => links.require(request.params.link_id),
    (reply, link) =>
      setPassCookie(reply, 'remote', {
        id: link.id,
        pass: passes.toCookieValue(link),
        path: `/r/${encodeURIComponent(link.id)}`,
        maxAgeSeconds: Math.max(1, Math.ceil((Date.parse(link.expiresAt) - clock()) / 1_000)),
        publicUrl: publicUrl(),
      }),
  );
}

function addWrites(routes: PageRoutes, dependencies: RemoteRouteDependencies): void {
  const { control, states } = dependencies;
  const limiter = new RemoteWriteLimiter();
  const add = <Body extends { readonly sequence: number }>(
    name: 'step' | 'hide',
    body: object,
    write: (call: Parameters<RemoteControl['step']>[0], body: Body) => Promise<LiveState>,
  ) =>
    routes.post<LinkRequest>(
      `/r/:link_id/${name}`,
      { body, bodyLimit: REMOTE_BODY_MAX_BYTES },
      async (request, reply) => {
        const link = await requireAdmitted(dependencies, request);
        if (!limiter.admit(link.id)) throw new LecternError('rate_limited', undefined, { retryAfterSeconds: 1 });
        const input = request.body as Body;
        const live = await write({ link, sequence: input.sequence, requestId: request.id }, input);
        return reply.header('cache-control', 'no-store').send(await states.toState(live));
      },
    );
  add<remote.RemoteStepRequest>('step', RemoteStepBody, (call, { by }) => control.step(call, by));
  add<remote.RemoteHideRequest>('hide', RemoteHideBody, (call, { hidden }) => control.hide(call, hidden));
}

/** Returns the link of the path, if the browser is admitted. Rejects with `not_found`, `forbidden`. */
async function requireAdmitted(
  { links, passes }: RemoteRouteDependencies,
  request: FastifyRequest<LinkRequest>,
): Promise<RemoteLinkWithCreator> {
  const link = await links.require(request.params.link_id);
  if (!passes.admits(link, readPassCookie(request, 'remote', link.id))) {
    throw new LecternError('forbidden', 'This link requires its key.');
  }
  return link;
}
