import type { FastifyInstance, FastifyRequest } from 'fastify';
import { addButtonRoutes } from '../audience/buttons/button-routes.ts';
import { addMedia } from '../audience/media.ts';
import { setOutputPassCookie } from '../audience/outputs/output-cookie.ts';
import { addOutputRoutes } from '../audience/outputs/output-routes.ts';
import { addScreen } from '../audience/pairing/screen-routes.ts';
import { addPictures } from '../audience/picture/picture-routes.ts';
import { addPreview } from '../audience/picture/preview-routes.ts';
import { addRemoteRoutes } from '../audience/remote/remote-routes.ts';
import { addAudience } from '../audience/routes.ts';
import { isLoopback } from '../config/addresses.ts';
import { sharedSignInOrigin } from '../config/network-origin.ts';
import type { LecternError } from '../contract/lectern-error.ts';
import type { AudienceSecrets } from '../domain/live/state/audience-secret.ts';
import { toPeerKey } from '../http/admission/admission.ts';
import { addDocumentation } from '../http/documents/documentation.ts';
import { addHealth } from '../http/health.ts';
import { sendProblem, toLecternError } from '../http/responses/problem.ts';
import { addAuthorize } from '../oauth/authorize.ts';
import { addOauth } from '../oauth/oauth.ts';
import { addPeoplePages } from '../pages/people-pages.ts';
import { addPages } from '../pages/routes.ts';
import { addPersonPages } from '../pages/toolkit/person-pages.ts';
import type { createAudience } from './create-audience.ts';
import type { createButtons } from './create-buttons.ts';
import type { PageServices } from './create-page-services.ts';
import type { createRemote } from './create-remote.ts';
import type { Foundation } from './foundation.ts';
import { isOtherDevice } from './is-other-device.ts';

/** Adds the pages and streams of the audience, outputs and pairing, and the images they show. */
export async function addAudienceRoutes(
  app: FastifyInstance,
  foundation: Foundation,
  {
    audience,
    feed,
    earlier,
    texts,
    outputFeeds,
    outputStreams,
    outputReports,
    outputPasses,
    screenResolver,
  }: Awaited<ReturnType<typeof createAudience>>,
  secrets: AudienceSecrets,
): Promise<void> {
  const { config, admission } = foundation;
  const { images, lives, outputs, otherDevices, phoneOrders } = foundation.installation;
  const charge = (address: string) => admission.chargeAudience(address);
  const shared = {
    publicUrl: () => config.publicUrl,
    charge,
    onOpen: (request: FastifyRequest) => {
      if (isOtherDevice(request, config.publicUrl)) otherDevices.record();
    },
    toLecternError,
    report: reporter(foundation),
  };
  await addAudience(app, audience, {
    ...shared,
    feed,
    secrets,
    lives,
    earlier,
    orders: phoneOrders,
    texts,
    chargeText: (address) => admission.chargeText(address),
    chargeGuess: (liveId, address, right) => admission.chargeGuess(liveId, address, right),
  });
  await addOutputRoutes(app, {
    ...shared,
    outputs,
    passes: outputPasses,
    streams: outputStreams,
    reports: outputReports,
    feeds: outputFeeds,
  });
  await addScreen(app, {
    ...shared,
    resolver: screenResolver,
    networkOf: toPeerKey,
    signInOrigin: () => sharedSignInOrigin(config),
    isLoopback,
    admit: (reply, { outputId, pass }) => setOutputPassCookie(reply, { outputId, pass, publicUrl: config.publicUrl }),
  });
  addMedia(app, { images, charge });
}

/** Adds the pictures of what is on air and the previews of drafts, which signed-in users see in frames. */
export async function addPictureRoutes(
  app: FastifyInstance,
  foundation: Foundation,
  { pictures: { feeds, rights, streams } }: Awaited<ReturnType<typeof createAudience>>,
  { visits }: Pick<PageServices, 'visits'>,
): Promise<void> {
  const { config, admission } = foundation;
  const shared = {
    findHolder: (request: FastifyRequest) => visits.findHolder(request),
    publicUrl: () => config.publicUrl,
    charge: (address: string) => admission.chargePages(address),
    toLecternError,
    report: reporter(foundation),
  };
  await addPictures(app, {
    ...shared,
    feeds,
    rights,
    streams,
  });
  await addPreview(app, shared);
}

/** Adds the pages of remote links. [D68] */
export async function addRemoteLinkRoutes(
  app: FastifyInstance,
  foundation: Foundation,
  remote: ReturnType<typeof createRemote>,
): Promise<void> {
  const { config, admission, installation } = foundation;
  await addRemoteRoutes(app, {
    ...remote,
    clock: installation.clock,
    publicUrl: () => config.publicUrl,
    charge: (address) => admission.chargeAudience(address),
    toLecternError,
    report: reporter(foundation),
  });
}

/** Adds the commands and reads of button links. [D74] */
export async function addButtonLinkRoutes(
  app: FastifyInstance,
  { admission }: Foundation,
  buttons: ReturnType<typeof createButtons>,
): Promise<void> {
  await addButtonRoutes(app, {
    ...buttons,
    charge: (address) => admission.chargeAudience(address),
    chargeKey: (address, wrong) => admission.chargeButtonKey(address, wrong),
    toLecternError,
  });
}

/** Adds the account pages and the OAuth endpoints. */
export async function addPersonRoutes(
  app: FastifyInstance,
  foundation: Foundation,
  services: PageServices,
): Promise<void> {
  const { config, admission } = foundation;
  await addPersonPages(
    app,
    {
      charge: (address) => admission.chargePages(address),
      canonicalOf: (request) => services.visits.address.canonicalOf(request),
      isPlain: (request) => services.visits.address.isPlain(request),
      requireOpenInNetwork: (request) => services.visits.address.requireOpenInNetwork(request),
      toLecternError,
      sendProblem: (reply, error) => sendProblem(reply, error, config.publicUrl, false),
      report: reporter(foundation),
    },
    (pages) => {
      addPeoplePages(pages, services);
      addAuthorize(pages, services);
    },
  );
  await addOauth(app, services);
}

/** Adds health checks, metrics and public documents. */
export async function addPublicRoutes(
  app: FastifyInstance,
  { config, installation, metrics, admission }: Foundation,
): Promise<void> {
  addHealth(app, { storage: installation.storage, metrics, admission, config });
  await app.register(async (documents) => {
    documents.addHook('onRequest', async (request) => admission.chargeDocument(request.ip));
    addPages(documents, installation);
    addDocumentation(documents);
  });
}

const reporter =
  ({ failures }: Foundation) =>
  (error: LecternError, request: FastifyRequest) =>
    failures.log(error, { request_id: request.id }, 'rendering a page failed');
