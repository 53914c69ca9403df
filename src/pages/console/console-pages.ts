import type { FastifyInstance } from 'fastify';
import type { Config } from '../../config/config.ts';
import { sharedOrigin } from '../../config/network-origin.ts';
import {
  CONSOLE_FIRST_START_PATH,
  CONSOLE_OBS_PARAMETER,
  CONSOLE_PATH,
  type ConsoleOwner,
  type FirstStartProgress,
  readObsPort,
} from '../../contract/console-page.ts';
import { LecternError } from '../../contract/lectern-error.ts';
import type { Passkeys } from '../../domain/account/identity/passkeys.ts';
import type { Lives } from '../../domain/live/lives.ts';
import type { OtherDevices } from '../../domain/network-access/other-devices.ts';
import { type AccountRequest, addAccountPage } from '../toolkit/account-routes.ts';
import { readLanguage, readPersonLanguage } from '../toolkit/page-language.ts';
import { consolePage, consolePolicy } from './console-page.ts';
import { addConsoleScript, CONSOLE_PURPOSE, type ConsoleScriptServices } from './console-script.ts';

export interface ConsolePagesServices extends ConsoleScriptServices {
  readonly passkeys: Pick<Passkeys, 'list'>;
  readonly config: Pick<Config, 'host' | 'publicUrl'>;
  readonly lives: Pick<Lives, 'find' | 'hasShown'>;
  readonly otherDevices: Pick<OtherDevices, 'haveOpened'>;
}

/** Adds the console page, with or without a Live in its address. After signing in, the person returns to it. */
export function addConsolePages(pages: FastifyInstance, services: ConsolePagesServices): void {
  const { config, visits, lives, otherDevices, passkeys } = services;

  /** Returns the owner of a Live, who must be one of `owners`. Throws `not_found`. */
  const requireOwner = async (liveId: string, owners: readonly ConsoleOwner[]): Promise<ConsoleOwner> => {
    const owner = (await lives.find(liveId))?.record.owner;
    const found = owners.find(({ kind, id }) => kind === owner?.kind && id === owner.id);
    if (!found)
      throw new LecternError('not_found', 'There is no such Live, or you are not a member of its organization.');
    return found;
  };

  const show = async ({ visit, request, reply, params, query }: AccountRequest): Promise<string> => {
    const liveId = params.live ?? null;
    const { owners } = visit;
    const { user } = visit.holder;
    const owner = liveId === null ? null : await requireOwner(liveId, owners);
    if (owner) visits.cookies.keepOwner(reply, owner.id);
    reply.header('content-security-policy', consolePolicy(readObsPort(query(CONSOLE_OBS_PARAMETER))));
    return consolePage({
      language: readLanguage(request, readPersonLanguage(request)),
      person: { id: user.id, name: user.name },
      isPlain: visit.isPlain,
      csrf: visit.csrf(CONSOLE_PURPOSE),
      owners,
      liveId,
      administrator: user.administrator,
      ownerId: owner?.id ?? null,
      publicUrl: config.publicUrl,
      lanUrl: sharedOrigin(config),
      firstStart: !(await lives.hasShown(owners)),
      openedElsewhere: await otherDevices.haveOpened(),
      canSignInAgain: user.hasPassword || (await passkeys.list(user.id)).length > 0,
    });
  };
  addAccountPage(pages, services, CONSOLE_PATH, show);
  addAccountPage(pages, services, `${CONSOLE_PATH}/:live`, show);

  addConsoleScript(pages, services, { method: 'GET', path: CONSOLE_FIRST_START_PATH }, async () => {
    const progress: FirstStartProgress = { opened_elsewhere: await otherDevices.haveOpened() };
    return progress;
  });
}
