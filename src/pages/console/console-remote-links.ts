import type { FastifyInstance } from 'fastify';
import type { Config } from '../../config/config.ts';
import { CONSOLE_PATH } from '../../contract/console-page.ts';
import { LecternError } from '../../contract/lectern-error.ts';
import {
  CreateRemoteLinkBody,
  type IssuedRemoteLink,
  type RemoteLink,
  type RemoteLinkList,
} from '../../contract/schemas/remote-links.ts';
import { ROLE_SCOPES } from '../../contract/scopes.ts';
import type { OrganizationService } from '../../domain/account/organizations/organization-service.ts';
import { requireUnrestricted } from '../../domain/account/owners/restriction.ts';
import type { Lives } from '../../domain/live/lives.ts';
import type { RemoteLinkActor, RemoteLinks } from '../../domain/remote-links/remote-links.ts';
import type { ListedRemoteLink, LiveRecord } from '../../storage/storage.ts';
import type { SignedInScriptVisit } from '../toolkit/visit.ts';
import { addConsoleScript, type ConsoleScriptServices } from './console-script.ts';

const PATH = `${CONSOLE_PATH}/:live/remote-links`;

export interface ConsoleRemoteLinksServices extends ConsoleScriptServices {
  readonly config: Pick<Config, 'publicUrl'>;
  readonly organizations: OrganizationService;
  readonly lives: Pick<Lives, 'find'>;
  readonly remoteLinks: RemoteLinks;
}

/** Adds the routes that list, create and end the remote links of a Live, for those who can change the Live. [D68] */
export function addConsoleRemoteLinks(pages: FastifyInstance, services: ConsoleRemoteLinksServices): void {
  const { config, remoteLinks } = services;

  addConsoleScript(pages, services, { method: 'GET', path: PATH }, async ({ visit, params }) => {
    const live = await requireLive(services, visit, params.live!, 'read');
    const links: RemoteLinkList = (await remoteLinks.list(live.id)).map(toRemoteLink);
    return links;
  });

  addConsoleScript<CreateRemoteLinkBody>(
    pages,
    services,
    { method: 'POST', path: PATH, body: CreateRemoteLinkBody },
    async ({ visit, params, body, reply }) => {
      const live = await requireLive(services, visit, params.live!, 'write');
      const input = { name: body.name, hours: body.hours, expiresAt: body.expires_at };
      const { link, key } = await remoteLinks.create(live, input, actorOf(visit, 'createRemoteLink'));
      reply.code(201);
      const issued: IssuedRemoteLink = { ...toRemoteLink(link), url: `${config.publicUrl}/r/${link.id}#${key}` };
      return issued;
    },
  );

  addConsoleScript(pages, services, { method: 'DELETE', path: `${PATH}/:link` }, async ({ visit, params, reply }) => {
    const live = await requireLive(services, visit, params.live!, 'read');
    await remoteLinks.end(live, params.link!, actorOf(visit, 'endRemoteLink'));
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

const toRemoteLink = (link: ListedRemoteLink): RemoteLink => ({
  id: link.id,
  name: link.name,
  made_by: { user_id: link.createdBy, name: link.creator.name },
  created_at: link.createdAt,
  expires_at: link.expiresAt,
  last_used_at: link.lastUsedAt,
  connections: link.connections,
});
