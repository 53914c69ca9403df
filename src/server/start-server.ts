import { setTimeout as delay } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import type { Logger } from 'pino';
import { ALL_ADDRESSES, type Config } from '../config/config.ts';
import type { PlainSignIn } from '../config/connection.ts';
import type { PageRestore } from '../domain/backups/page-restore.ts';
import { AudienceSecrets } from '../domain/live/state/audience-secret.ts';
import { NetworkSwitch } from '../domain/network-access/network-switch.ts';
import { FailureLog } from '../failure-log.ts';
import { Admission } from '../http/admission/admission.ts';
import { buildApp } from '../http/app.ts';
import type { Installation } from '../installation.ts';
import { Metrics } from '../metrics.ts';
import type { NetworkPageServices } from '../pages/installation/network.ts';
import {
  addAudienceRoutes,
  addButtonLinkRoutes,
  addPersonRoutes,
  addPictureRoutes,
  addPublicRoutes,
  addRemoteLinkRoutes,
} from './add-non-rest-routes.ts';
import { BackgroundWork } from './background-work.ts';
import { closeApp, keepUnsentResponses } from './close-app.ts';
import { createAudience } from './create-audience.ts';
import { createButtons } from './create-buttons.ts';
import { createEvents } from './create-events.ts';
import { createPageServices } from './create-page-services.ts';
import { createRemote } from './create-remote.ts';
import { createRestServices } from './create-rest-services.ts';
import type { Foundation } from './foundation.ts';
import { Listener } from './listener.ts';
import { openSecrets } from './open-secrets.ts';

/** Time that a shutdown waits to release this node's watches and leases. */
const RELEASE_MAX_MS = 2_000;

export interface Server {
  readonly app: FastifyInstance;
  readonly port: number;
  /** Public URL of the settings. Port 0 is replaced by the port that the operating system chose. */
  readonly publicUrl: string;
  /** Whether an administrator has opened it to the network. [D78] */
  readonly openToNetwork: boolean;
  /** Where people may sign in over plain HTTP. */
  readonly plainSignIn: PlainSignIn;
  /** Stops accepting requests, ends streams, finishes writes and closes all connections. */
  close(): Promise<void>;
}

/** Creates all parts of a server and starts to listen. This is the composition root. */
export async function startServer(
  config: Config,
  installation: Installation,
  { log, admission, restore = null }: { log: Logger; admission?: Admission; restore?: PageRestore | null },
): Promise<Server> {
  const secrets = await openSecrets(config, installation, log);
  const foundation: Foundation = {
    config: { ...config },
    installation,
    secrets,
    log,
    failures: new FailureLog(log, installation.clock),
    metrics: new Metrics(),
    admission: admission ?? new Admission(config.budgets, installation.storage.cluster?.budgets ?? null),
    restore,
  };
  const audienceSecrets = new AudienceSecrets(secrets.key);
  const events = createEvents(foundation);
  const audience = await createAudience(foundation);
  const remote = createRemote(foundation, events.summaries);
  const buttons = createButtons(foundation, events.summaries);
  const background = new BackgroundWork(foundation);

  await installation.listen((error) => log.warn({ err: error }, 'receiving changes of other nodes failed'));
  await installation.backups
    .recover()
    .catch((error) => log.warn({ err: error }, 'removing unfinished backups failed and will be retried'));
  const app = await buildApp(createRestServices(foundation, events, audience, audienceSecrets));
  const listener = new Listener(app, keepUnsentResponses(app.server));
  const networkAccess = createNetworkAccess(foundation, listener);
  await addAudienceRoutes(app, foundation, audience, audienceSecrets);
  const networkSignIn = createNetworkSignIn(foundation);
  const pageServices = createPageServices(foundation, audience, { networkAccess, networkSignIn });
  await addPictureRoutes(app, foundation, audience, pageServices);
  await addPersonRoutes(app, foundation, pageServices);
  await addRemoteLinkRoutes(app, foundation, remote);
  await addButtonLinkRoutes(app, foundation, buttons);
  await addPublicRoutes(app, foundation);
  const openToNetwork = await networkAccess.isTurnedOn();
  if (openToNetwork) foundation.config.host = ALL_ADDRESSES;
  if (await networkSignIn.isTurnedOn()) foundation.config.plainSignIn = 'network';
  const port = await listen(listener, foundation);
  background.start();

  return {
    app,
    port,
    publicUrl: foundation.config.publicUrl,
    openToNetwork,
    plainSignIn: foundation.config.plainSignIn,
    close: async () => {
      audience.end();
      remote.streams.end();
      events.polls.close();
      buttons.reads.close();
      await closeApp(app);
      // If the database is unavailable, the leases expire.
      await Promise.race([
        Promise.all([events.slots.close(), audience.close(), remote.streams.close(), background.close()]),
        delay(RELEASE_MAX_MS, undefined, { ref: false }),
      ]);
    },
  };
}

/** Creates what an administrator turns on and off. The host of the settings is that on which the server listens. */
function createNetworkAccess(
  { config, installation: { storage } }: Foundation,
  listener: Listener,
): NetworkPageServices['networkAccess'] {
  const { host } = config;
  return new NetworkSwitch({
    storage,
    what: 'connect',
    decidedBy: config.hostDecidedBy ?? (storage.engine === 'postgres' ? 'postgres' : null),
    apply: async (everywhere) => {
      const target = everywhere ? ALL_ADDRESSES : host;
      await listener.moveTo(target);
      config.host = target;
    },
  });
}

/** Creates the switch that lets people sign in from the network. [D78] */
const createNetworkSignIn = ({ config, installation: { storage } }: Foundation): NetworkPageServices['networkSignIn'] =>
  new NetworkSwitch({
    storage,
    what: 'sign-in',
    decidedBy: config.plainSignInDecided ? 'LECTERN_INSECURE_LAN' : storage.engine === 'postgres' ? 'postgres' : null,
    apply: async (on) => {
      config.plainSignIn = on ? 'network' : 'nowhere';
    },
  });

/** Starts to listen, and replaces port 0 in the public URL by the actual port. */
async function listen(listener: Listener, { config, installation }: Foundation): Promise<number> {
  const port = await listener.start(config.host, config.port);
  config.port = port;
  config.publicUrl = config.publicUrl.replace(/:0$/, `:${port}`);
  installation.address.publicUrl = config.publicUrl;
  return port;
}
