import type { FastifyInstance } from 'fastify';
import type { Config } from '../../config/config.ts';
import { CONSOLE_PATH } from '../../contract/console-page.ts';
import { LecternError } from '../../contract/lectern-error.ts';
import {
  type ButtonKind,
  type ButtonLink,
  CreateButtonLinkBody,
  CreateRemoteLinkBody,
  type IssuedButtonLink,
  type IssuedRemoteLink,
  type RemoteLink,
} from '../../contract/schemas/remote-links.ts';
import { ROLE_SCOPES } from '../../contract/scopes.ts';
import type { OrganizationService } from '../../domain/account/organizations/organization-service.ts';
import { requireUnrestricted } from '../../domain/account/owners/restriction.ts';
import type { Lives } from '../../domain/live/lives.ts';
import type { RemoteLinkActor, RemoteLinks } from '../../domain/remote-links/remote-links.ts';
import type { ListedRemoteLink, LiveRecord } from '../../storage/storage.ts';
import type { SignedInScriptVisit } from '../toolkit/visit.ts';
import { addConsoleScript, type ConsoleScriptServices } from './console-script.ts';

const REMOTE_PATH = `${CONSOLE_PATH}/:live/remote-links`;
const BUTTON_PATH = `${CONSOLE_PATH}/:live/button-links`;

export interface ConsoleRemoteLinksServices extends ConsoleScriptServices {
  readonly config: Pick<Config, 'publicUrl'>;
  readonly organizations: OrganizationService;
  readonly lives: Pick<Lives, 'find'>;
  readonly remoteLinks: RemoteLinks;
  readonly buttonLinks: RemoteLinks;
}

/** The routes of remote links or of button links. */
interface LinkRoutes<Body, Link extends object> {
  readonly links: RemoteLinks;
  readonly path: string;
  readonly body: object;
  /** The name of a link in the audit log. */
  readonly noun: 'RemoteLink' | 'ButtonLink';
  readonly toKind?: (body: Body) => ButtonKind | undefined;
  readonly toLink: (link: ListedRemoteLink) => Link;
  /** Returns the fields that only the response to the creation has. */
  readonly toIssued: (link: ListedRemoteLink, key: string) => object;
}

/** Adds the routes for the remote links and button links of a Live, for those who can change the Live. [D68], [D74] */
export function addConsoleRemoteLinks(pages: FastifyInstance, services: ConsoleRemoteLinksServices): void {
  const { config, remoteLinks, buttonLinks } = services;
  addLinkRoutes<CreateRemoteLinkBody, RemoteLink>(pages, services, {
    links: remoteLinks,
    path: REMOTE_PATH,
    body: CreateRemoteLinkBody,
    noun: 'RemoteLink',
    toLink: toRemoteLink,
    toIssued: ({ id }, key): Pick<IssuedRemoteLink, 'url'> => ({ url: `${config.publicUrl}/r/${id}#${key}` }),
  });
  addLinkRoutes<CreateButtonLinkBody, ButtonLink>(pages, services, {
    links: buttonLinks,
    path: BUTTON_PATH,
    body: CreateButtonLinkBody,
    noun: 'ButtonLink',
    toKind: ({ kind }) => kind,
    toLink: (link) => ({ ...toAnyLink(link), kind: link.kind as ButtonKind }),
    toIssued: ({ id }, key): Pick<IssuedButtonLink, 'url' | 'key'> => ({ url: `${config.publicUrl}/b/${id}`, key }),
  });
}

/** Adds the routes that list, create and end links. */
function addLinkRoutes<Body extends CreateRemoteLinkBody, Link extends object>(
  pages: FastifyInstance,
  services: ConsoleRemoteLinksServices,
  { links, path, body: schema, noun, toKind, toLink, toIssued }: LinkRoutes<Body, Link>,
): void {
  addConsoleScript(pages, services, { method: 'GET', path }, async ({ visit, params }) => {
    const live = await requireLive(services, visit, params.live!, 'read');
    return (await links.list(live.id)).map(toLink);
  });

  addConsoleScript<Body>(
    pages,
    services,
    { method: 'POST', path, body: schema },
    async ({ visit, params, body, reply }) => {
      const live = await requireLive(services, visit, params.live!, 'write');
      const input = { name: body.name, kind: toKind?.(body), hours: body.hours, expiresAt: body.expires_at };
      const { link, key } = await links.create(live, input, actorOf(visit, `create${noun}`));
      reply.code(201);
      return { ...toLink(link), ...toIssued(link, key) };
    },
  );

  addConsoleScript(pages, services, { method: 'DELETE', path: `${path}/:link` }, async ({ visit, params, reply }) => {
    const live = await requireLive(services, visit, params.live!, 'read');
    await links.end(live, params.link!, actorOf(visit, `end${noun}`));
    return reply.code(204).send();
  });
}

/**
 * Returns the Live. Throws `not_found`, `forbidden` for a role that cannot change the Live, and with `write` also
 * `processing_restricted`.
 */
async function requireLive(
  { lives, organizations }: ConsoleRemoteLinksServices,
  { holder: { user } }: SignedInScriptVisit,
  liveId: string,
  to: 'read' | 'write',
): Promise<LiveRecord> {
  const record = (await lives.find(liveId))?.record;
  if (record?.owner.kind === 'organization') {
    const { role } = await organizations.require(user.id, record.owner.id, to);
    if (!ROLE_SCOPES[role].includes('live.update')) {
      throw new LecternError('forbidden', 'Your role in this organization does not allow this.');
    }
    return record;
  }
  if (record?.owner.id !== user.accountId) throw new LecternError('not_found', 'There is no such Live.');
  if (to === 'write') requireUnrestricted(user);
  return record;
}

const actorOf = ({ actor, holder }: SignedInScriptVisit, operation: string): RemoteLinkActor => ({
  ...actor(operation),
  userId: holder.user.id,
});

const toAnyLink = (link: ListedRemoteLink) => ({
  id: link.id,
  name: link.name,
  made_by: { user_id: link.createdBy, name: link.creator.name },
  created_at: link.createdAt,
  expires_at: link.expiresAt,
  last_used_at: link.lastUsedAt,
});

const toRemoteLink = (link: ListedRemoteLink): RemoteLink => ({ ...toAnyLink(link), connections: link.connections });
