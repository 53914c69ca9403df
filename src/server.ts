import type { Server as HttpServer } from 'node:http';
import type { Socket } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Logger } from 'pino';
import { Audience } from './audience/audience.ts';
import { addMedia } from './audience/media.ts';
import { PageStates } from './audience/page-states.ts';
import { addAudience } from './audience/routes.ts';
import { ViewerCounts } from './audience/viewer-counts.ts';
import { toViewerSlide } from './audience/viewer-slide.ts';
import { type ToSlide, ViewerStates } from './audience/viewer-state.ts';
import { type Config, ConfigError } from './config.ts';
import type { LecternError } from './contract/lectern-error.ts';
import { WATCHES_PER_LIVE_MAX } from './contract/limits.ts';
import { TerminalLogins } from './domain/account/credentials/terminal-logins.ts';
import { SignIn } from './domain/account/identity/sign-in.ts';
import { SignInThrottle } from './domain/account/identity/sign-in-throttle.ts';
import { deleteOwner, finishDepartures } from './domain/account/lifecycle/departure.ts';
import { OwnerExport } from './domain/account/lifecycle/owner-export.ts';
import { findKnownKeys, fitLasting, keepKeyChecks, learnKeys } from './domain/key-checks.ts';
import { AudienceSecrets } from './domain/live/audience-secret.ts';
import { Representations } from './domain/live/representations.ts';
import { Retention } from './domain/retention.ts';
import { SearchRenewal } from './domain/scripture/search-renewal.ts';
import { LiveEvents } from './events/live-events.ts';
import { Polls } from './events/polls.ts';
import { WatchSlots } from './events/watch-slots.ts';
import { FailureLog } from './failure-log.ts';
import { Admission, toPeer } from './http/admission/admission.ts';
import { ClientOrigins } from './http/admission/cors.ts';
import { sendProblem, toLecternError } from './http/answers/problem.ts';
import { buildApp } from './http/app.ts';
import { addDocumentation } from './http/documents/documentation.ts';
import { addHealth } from './http/health.ts';
import { CursorSigner, ListCursors } from './http/operation/cursor.ts';
import type { Services } from './http/services.ts';
import type { Installation } from './installation.ts';
import { SmtpMailer } from './mail/smtp-mailer.ts';
import { Metrics } from './metrics.ts';
import { AuthorizationRequests } from './oauth/authorization-requests.ts';
import { addAuthorize } from './oauth/authorize.ts';
import { addOauth } from './oauth/oauth.ts';
import { addPeople } from './pages/people.ts';
import { addPersonPages } from './pages/person-pages.ts';
import { addPages } from './pages/routes.ts';
import type { PageServices } from './pages/services.ts';
import { KnownBrowsers } from './pages/sign-in/known-browser.ts';
import { Visits } from './pages/toolkit/visits.ts';
import { readSecrets, removeKeyDrafts, type Secrets } from './secrets.ts';

/** Connections that wait to be accepted: a hall of phones reconnects at once. */
const BACKLOG = 4_096;
/** How long a stop waits for requests that are under way. */
const STOP_GRACE_MS = 5_000;
const IDLE_CHECK_MS = 50;
/** How often what a killed command has left of a deletion is finished. */
const DEPARTURES_MS = 60 * 60 * 1000;
/** How long a stop waits until other nodes know that this one holds no watches any more. */
const RELEASE_MAX_MS = 2_000;

export interface Server {
  readonly app: FastifyInstance;
  readonly port: number;
  /** The origin of the settings, with the port that the system has chosen where it was to choose. */
  readonly publicUrl: string;
  /** No new requests, streams ended, writes finished, connections closed. */
  close(): Promise<void>;
}

/** The composition root: alone wires the rooms together, and listens. */
export async function startServer(
  config: Config,
  installation: Installation,
  { log, admission }: { log: Logger; admission?: Admission },
): Promise<Server> {
  const { storage, clock, editions, lives, authenticator, personalTokens, sessions, decks, snapshots, images } =
    installation;
  const secrets = await openSecrets(config, installation, log);
  const metrics = new Metrics();
  const failures = new FailureLog(log, clock);
  const audienceSecrets = new AudienceSecrets(secrets.key);
  const resolved = { ...config };
  const representations = new Representations(editions);
  const cursors = new CursorSigner(secrets.key('cursors'));
  const events = new LiveEvents(representations, cursors, storage.epoch);
  const slots = new WatchSlots(storage.cluster?.watches ?? null, WATCHES_PER_LIVE_MAX);
  const polls = new Polls(lives, events, slots, storage.cluster?.changes ?? null);
  authenticator.onChange(() => polls.recheck());
  const origins = new ClientOrigins(storage.oauth);
  authenticator.onChange(() => origins.forget());
  metrics.observeWatches(() => polls.waiting);
  const toSlide: ToSlide = (slide) => toViewerSlide(editions, snapshots.requireShown(slide), slide);
  const viewerStates = new ViewerStates(editions, toSlide, storage.epoch);
  const audience = new Audience(lives, viewerStates, metrics, {
    seats: config.seats,
  });
  const viewerCounts = new ViewerCounts(audience, storage.viewers, log);
  await viewerCounts.forgetEnded();
  const services: Services = {
    config: resolved,
    log,
    failures,
    storage,
    authenticator,
    personalTokens,
    grants: installation.grants,
    origins,
    lives,
    editions,
    decks,
    snapshots,
    images,
    metrics,
    admission: admission ?? new Admission(config.budgets, storage.cluster?.budgets ?? null),
    representations,
    cursors,
    listCursors: new ListCursors(cursors, storage.epoch),
    events,
    polls,
    audienceSecrets,
    viewerCounts,
  };

  const authorizationRequests = new AuthorizationRequests(storage, clock);
  const throttle = new SignInThrottle(storage.tries, secrets.key('failed tries'), clock);
  const pageServices: PageServices = {
    config: resolved,
    log,
    failures,
    storage,
    clock,
    sessions,
    grants: installation.grants,
    personalTokens,
    organizations: installation.organizations,
    passkeys: installation.passkeys,
    terminalLogins: new TerminalLogins(storage, clock, config),
    visits: new Visits(sessions, secrets.key('forms'), {
      publicUrl: () => resolved.publicUrl,
      insecureLan: config.insecureLan,
    }),
    signIn: new SignIn(storage, throttle, clock),
    signUp: installation.signUp,
    links: installation.links,
    mailer: config.mail && new SmtpMailer(config.mail),
    throttle,
    knownBrowsers: new KnownBrowsers(secrets.key('known browsers'), () => resolved.publicUrl.startsWith('https:')),
    peerOf: (request) => toPeer(request.ip),
    charge: (request) => services.admission.chargePages(request.ip),
    chargeTerminalLogin: (request) => services.admission.chargeTerminalLogin(request.ip),
    findRequestingApp: (secret, visit) => authorizationRequests.findApp(secret, visit),
    bindRequest: async (secret, session) => {
      await authorizationRequests.bind(secret, session);
    },
    onAuthorityChanged: () => authenticator.forget(),
    lives,
    readViewers: (liveId) => viewerCounts.read(liveId),
    ownerExport: new OwnerExport(installation),
    leave: (ownerId, actor) => deleteOwner(installation, ownerId, actor),
  };
  const retention = new Retention(storage, { ...config, clock }, (error) =>
    log.warn({ err: error }, 'old records stay for now'),
  );
  const searchRenewal = new SearchRenewal(storage, (error) =>
    log.warn({ err: error }, 'some searches find no more than with the version before, until the next try'),
  );

  await installation.listen((error) => log.warn({ err: error }, 'news of other nodes'));
  const app = await buildApp(services);
  spareUnsentAnswers(app.server);
  const report = (error: LecternError, request: FastifyRequest) =>
    failures.note(error, { request_id: request.id }, 'a page could not be shown');
  await addAudience(app, audience, {
    lives,
    pageStates: new PageStates(viewerStates),
    secrets: audienceSecrets,
    chargeGuess: (liveId, address, right) => services.admission.chargeGuess(liveId, address, right),
    publicUrl: () => resolved.publicUrl,
    charge: (address) => services.admission.chargeAudience(address),
    toLecternError,
    report,
  });
  addMedia(app, { images, charge: (address) => services.admission.chargeAudience(address) });
  await addPersonPages(
    app,
    {
      charge: (address) => services.admission.chargePages(address),
      canonicalOf: (request) => pageServices.visits.canonicalOf(request),
      toLecternError,
      sendProblem: (reply, error) => sendProblem(reply, error, resolved.publicUrl, false),
      report,
    },
    (pages) => {
      addPeople(pages, pageServices);
      addAuthorize(pages, pageServices);
    },
  );
  await addOauth(app, pageServices);
  addHealth(app, services);
  await app.register(async (documents) => {
    documents.addHook('onRequest', (request, _reply, done) => {
      services.admission.chargeDocument(request.ip);
      done();
    });
    addPages(documents);
    addDocumentation(documents);
  });
  await app.listen({ host: config.host, port: config.port, backlog: BACKLOG });
  retention.start();
  searchRenewal.start();
  const departures = () =>
    finishDepartures(installation).catch((error) =>
      log.warn({ err: error }, 'somebody who leaves is still half there'),
    );
  departures();
  const again = setInterval(departures, DEPARTURES_MS).unref();
  const { port } = app.server.address() as { port: number };
  resolved.publicUrl = resolved.publicUrl.replace(/:0$/, `:${port}`);
  installation.place.publicUrl = resolved.publicUrl;

  return {
    app,
    port,
    publicUrl: resolved.publicUrl,
    close: async () => {
      clearInterval(again);
      audience.close();
      polls.close();
      // A connection whose last request was under way at the signal is idle soon, and would be waited for.
      const idle = setInterval(() => app.server.closeIdleConnections(), IDLE_CHECK_MS);
      const forced = setTimeout(() => app.server.closeAllConnections(), STOP_GRACE_MS);
      await app.close();
      clearInterval(idle);
      clearTimeout(forced);
      // Where the database is away they end by themselves.
      await Promise.race([
        Promise.all([slots.close(), viewerCounts.close(), retention.close(), searchRenewal.close()]),
        delay(RELEASE_MAX_MS, undefined, { ref: false }),
      ]);
    },
  };
}

/**
 * The keys that this installation is used with. A file with others is refused where there are other nodes, which have the right one;
 * where there are none it is taken, since the right one may be lost. Throws ConfigError.
 */
async function openSecrets({ secretFile }: Config, { storage }: Installation, log: Logger): Promise<Secrets> {
  const secrets = readSecrets(secretFile, storage.engine === 'sqlite');
  removeKeyDrafts(secretFile);
  if (await learnKeys(storage, secrets.checks)) return secrets;
  if (storage.engine === 'postgres') {
    throw new ConfigError(
      `The key file ${secretFile} is not the one that this installation is used with: it differs from that of the other nodes. ` +
        'Copy theirs here; after "lectern keys rotate" that is the new one. If the right one is lost, make new keys with ' +
        '"lectern keys rotate --all --yes".',
    );
  }
  const lasts = fitLasting(await findKnownKeys(storage), secrets.checks);
  const ends = lasts ? 'cursors and open forms' : 'cursors, open forms, audience secrets and who was let in by them';
  log.warn({ file: secretFile, ends }, 'the key file is another one than before');
  await keepKeyChecks(storage, secrets.checks);
  return secrets;
}

/**
 * For Node a connection is idle as soon as its answer is handed over, and closing the server destroys it with what a slow
 * reader has not taken yet. While there is such an answer, idle connections stay open; a stop waits for it anyway.
 */
function spareUnsentAnswers(server: HttpServer): void {
  const sockets = new Set<Socket>();
  // One for all of them: there are thousands.
  function forget(this: Socket): void {
    sockets.delete(this);
  }
  server.on('connection', (socket: Socket) => {
    sockets.add(socket);
    socket.on('close', forget);
  });
  const closeIdleConnections = server.closeIdleConnections.bind(server);
  server.closeIdleConnections = () => {
    if (sockets.values().every(({ writableLength }) => writableLength === 0)) closeIdleConnections();
  };
}
