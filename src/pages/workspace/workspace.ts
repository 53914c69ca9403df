import type { FastifyInstance } from 'fastify';
import type { Config } from '../../config/config.ts';
import { sharedOrigin } from '../../config/network-origin.ts';
import { LecternError } from '../../contract/lectern-error.ts';
import {
  hasArea,
  WORKSPACE_AREAS,
  WORKSPACE_PATH,
  type WorkspaceArea,
  workspacePath,
} from '../../contract/workspace-page.ts';
import type { Storage } from '../../storage/storage.ts';
import { consolePolicy } from '../console/console-page.ts';
import { CONSOLE_PURPOSE } from '../console/console-script.ts';
import {
  type AccountRequest,
  type AccountServices,
  addAccountPage,
  addAccountRedirect,
} from '../toolkit/account-routes.ts';
import { currentOwner } from '../toolkit/frame-header.ts';
import { readLibraryPageData } from './read-library-page-data.ts';
import { workspacePage } from './workspace-page.ts';

export interface WorkspaceServices extends AccountServices {
  readonly config: Pick<Config, 'host' | 'publicUrl'>;
  readonly storage: Pick<Storage, 'editions' | 'libraries'>;
}

/**
 * Adds the workspace: the pages on which an owner's plans, decks, Lives and editions are prepared. Their scripts use
 * REST with the console's credential. [D63] What belongs to others is a 404.
 */
export function addWorkspace(pages: FastifyInstance, services: WorkspaceServices): void {
  const { config, storage, visits } = services;
  const requireOwner = ({ visit }: AccountRequest, ownerId: string | undefined, area: WorkspaceArea) => {
    const owner = visit.owners.find(({ id }) => id === ownerId);
    if (!owner || !hasArea(owner, area))
      throw new LecternError('not_found', 'There is no such page, or you are not a member of this organization.');
    return owner;
  };
  const show = (area: WorkspaceArea) => async (call: AccountRequest) => {
    const { visit, params, reply } = call;
    const owner = requireOwner(call, params.owner, area);
    visits.cookies.keepOwner(reply, owner.id);
    reply.header('content-security-policy', consolePolicy(null));
    return workspacePage(visit, {
      language: visit.language,
      person: { id: visit.holder.user.id, name: visit.holder.user.name },
      csrf: visit.csrf(CONSOLE_PURPOSE),
      owners: visit.owners,
      owner,
      area,
      resourceId: params.resource ?? null,
      publicUrl: config.publicUrl,
      lanUrl: sharedOrigin(config),
      administrator: visit.holder.user.administrator,
      ...(area === 'library' && { library: await readLibraryPageData(storage, owner, visit) }),
    });
  };
  for (const area of WORKSPACE_AREAS) {
    addAccountPage(pages, services, `${WORKSPACE_PATH}/:owner/${area}`, show(area));
    addAccountPage(pages, services, `${WORKSPACE_PATH}/:owner/${area}/:resource`, show(area));
  }
  addAccountRedirect(pages, services, WORKSPACE_PATH, ({ visit }) => workspacePath(currentOwner(visit).id, 'plans'));
  addAccountRedirect(pages, services, `${WORKSPACE_PATH}/:owner`, (call) =>
    workspacePath(requireOwner(call, call.params.owner, 'plans').id, 'plans'),
  );
  // The Lives had pages of their own before.
  addAccountRedirect(pages, services, '/account/lives', ({ visit }) => workspacePath(currentOwner(visit).id, 'lives'));
  addAccountRedirect(pages, services, '/account/organizations/:organization/lives', (call) =>
    workspacePath(requireOwner(call, call.params.organization, 'lives').id, 'lives'),
  );
}
