import type { OutgoingHttpHeaders } from 'node:http';
import fastifyCookie from '@fastify/cookie';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { Type } from 'typebox';
import { LecternError } from '../../contract/lectern-error.ts';
import { OUTPUT_REPORT_MAX_BYTES } from '../../contract/limits.ts';
import { FROM_SCREEN, isFromScreen, SCREEN_PATH } from '../../contract/pairing.ts';
import { OutputReport } from '../../contract/schemas/outputs.ts';
import { type OutputKind, VIEWS } from '../../contract/viewer-views.ts';
import { requireUnrestricted } from '../../domain/account/owners/restriction.ts';
import { toTime } from '../../domain/clock.ts';
import { type KeyCookies, matchesKey } from '../../domain/key-cookies.ts';
import type { Outputs } from '../../domain/outputs/outputs.ts';
import { STRINGS } from '../../locales/strings.ts';
import { builtAssets } from '../../pages/toolkit/assets.ts';
import type { PageErrorDependencies } from '../../pages/toolkit/page-error.ts';
import type { OutputRecord } from '../../storage/storage.ts';
import { noticePage } from '../notice-page.ts';
import {
  noticeErrorHandler,
  readPageAddress,
  requireSameOriginJson,
  STREAM_HEADERS,
  sendAudiencePage,
  sendCompressedPage,
  sendNotFoundPage,
  toSingleHeader,
} from '../page-responses.ts';
import { setScreenCookie } from '../pairing/screen-cookie.ts';
import { readPassCookie } from '../pass-cookie.ts';
import { addPathVariants } from '../path-variants.ts';
import type { ViewerFeed } from '../viewer-feed.ts';
import { viewerPage } from '../viewer-page.ts';
import { clearOutputPassCookie, setOutputPassCookie } from './output-cookie.ts';
import { outputEntrance } from './output-entrance.ts';
import type { OutputReports } from './output-reports.ts';
import { type OutputStreams, toOutputPage } from './output-streams.ts';

const VIEWER_ENTRY = 'web/viewer/main.tsx';

/** Allows inline styles, unlike the audience's policy, because OBS injects a style sheet. [D60] */
const OUTPUT_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data:",
  "font-src 'self'",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
].join('; ');

const AdmitBody = Type.Object({ key: Type.String({ maxLength: 128 }) }, { additionalProperties: false });
/** A key in JSON is shorter. */
const ADMIT_MAX_BYTES = 512;

export interface OutputRouteDependencies extends PageErrorDependencies {
  /** Feeds by kind of output. */
  readonly feeds: Readonly<Record<OutputKind, ViewerFeed>>;
  readonly outputs: Outputs;
  readonly passes: KeyCookies;
  readonly streams: OutputStreams;
  readonly reports: OutputReports;
  /** Public origin of this installation. */
  readonly publicUrl: () => string;
  /** Notices that a browser has opened a page. */
  readonly onOpen: (request: FastifyRequest) => void;
  /** Charges a request against the audience budget of an address. Rejects with `rate_limited`. */
  readonly charge: (address: string) => Promise<void>;
}

interface OutputRequest {
  Params: { output_id: string };
}

/** Adds the page of an output, its admission, its stream and its paint reports. [D60] */
export async function addOutputRoutes(app: FastifyInstance, dependencies: OutputRouteDependencies): Promise<void> {
  await app.register(async (pages) => {
    await pages.register(fastifyCookie);
    addPage(pages, dependencies);
    addAdmission(pages, dependencies);
    addStream(pages, dependencies);
    addReports(pages, dependencies);
  });
}

function addPage(app: FastifyInstance, dependencies: OutputRouteDependencies): void {
  const { charge, feeds, onOpen, outputs, passes, publicUrl } = dependencies;
  const assets = builtAssets(VIEWER_ENTRY);
  const errorHandler = noticeErrorHandler(dependencies, OUTPUT_POLICY);
  addPathVariants(app, '/o', 'output_id', { charge, errorHandler });
  app.get<OutputRequest>('/o/:output_id', { schema: { hide: true }, errorHandler }, async (request, reply) => {
    await charge(request.ip);
    const output = await outputs.find(request.params.output_id);
    const live = output && (await feeds[VIEWS[output.view].outputKind].find(output.liveId));
    const admitted = output !== null && passes.admits(output, readPassCookie(request, 'output', output.id));
    if (!live) clearOutputPassCookie(request, reply, { outputId: request.params.output_id, publicUrl: publicUrl() });
    const isPaired = isFromScreen(readPageAddress(request).parameters);
    // A paired screen returns to its pairing code. [D61]
    if (!(live && admitted) && isPaired) return reply.redirect(SCREEN_PATH, 303);
    if (!live) return sendNotFoundPage(request, reply, OUTPUT_POLICY);
    onOpen(request);
    const { view, settings } = output;
    const { lang: language, theme, scale } = settings;
    const policy = OUTPUT_POLICY;
    if (live.restricted) {
      const { query } = readPageAddress(request);
      return sendAudiencePage(reply, 403, noticePage({ language, query, view }), { policy });
    }
    if (!admitted) {
      return sendAudiencePage(reply, 403, outputEntrance({ language, view }), { policy });
    }
    renewCookies(dependencies, output, request, reply);
    const page = viewerPage({
      liveId: live.id,
      address: { view, theme, scale },
      language,
      assets,
      ...live.toFirstPaint(),
      output: {
        page: toOutputPage(output),
        strings: STRINGS[language].viewer.output,
        stream: `/o/${encodeURIComponent(output.id)}/stream${isPaired ? `?${FROM_SCREEN}` : ''}`,
      },
    });
    return sendCompressedPage(request, reply, page, { policy });
  });
}

/** Adds the route that exchanges the key for a cookie of this output. */
function addAdmission(app: FastifyInstance, dependencies: OutputRouteDependencies): void {
  const { passes, charge, publicUrl } = dependencies;
  app.post<OutputRequest & { Body: { key: string } }>(
    '/o/:output_id/admit',
    {
      schema: { hide: true, body: AdmitBody },
      bodyLimit: ADMIT_MAX_BYTES,
      preParsing: async (request) => {
        await charge(request.ip);
        requireSameOriginJson(request, publicUrl());
      },
    },
    async (request, reply) => {
      const output = await requireOutput(dependencies, request, reply);
      if (!matchesKey(output, request.body.key))
        throw new LecternError('forbidden', 'The key is not valid for this output.');
      setOutputPassCookie(reply, { outputId: output.id, pass: passes.toCookieValue(output), publicUrl: publicUrl() });
      return reply.code(204).header('cache-control', 'no-store').send();
    },
  );
}

function addStream(app: FastifyInstance, dependencies: OutputRouteDependencies): void {
  app.get<OutputRequest>(
    '/o/:output_id/stream',
    { schema: { hide: true }, exposeHeadRoute: false },
    async (request, reply) => {
      await dependencies.charge(request.ip);
      const output = await requireAdmitted(dependencies, request, reply);
      const subscription = {
        liveId: output.liveId,
        lastEventId: toSingleHeader(request.headers['last-event-id']),
        requireAdmitted: requireUnrestricted,
      };
      const headers = { ...(reply.getHeaders() as OutgoingHttpHeaders), ...STREAM_HEADERS };
      await dependencies.streams.open(output, subscription, { response: reply.raw, headers });
      reply.record();
      return reply.hijack();
    },
  );
}

function addReports(app: FastifyInstance, dependencies: OutputRouteDependencies): void {
  const { feeds, reports, charge, publicUrl } = dependencies;
  app.post<OutputRequest & { Body: OutputReport }>(
    '/o/:output_id/report',
    {
      schema: { hide: true, body: OutputReport },
      bodyLimit: OUTPUT_REPORT_MAX_BYTES,
      preParsing: async (request) => {
        await charge(request.ip);
        requireSameOriginJson(request, publicUrl());
      },
    },
    async (request: FastifyRequest<OutputRequest & { Body: OutputReport }>, reply: FastifyReply) => {
      const output = await requireAdmitted(dependencies, request, reply);
      const live = await feeds[VIEWS[output.view].outputKind].find(output.liveId);
      if (!live) throw new LecternError('not_found');
      requireUnrestricted(live);
      if (!reports.admit(output.id)) throw new LecternError('rate_limited', undefined, { retryAfterSeconds: 1 });
      // Ignores sequences that the Live has not reached yet.
      if (request.body.sequence <= live.sequence) {
        reports.record(output.id, { ...request.body, paintedAt: toTime(Date.now()) });
      }
      return reply.code(204).send();
    },
  );
}

/** Returns the output of the path. Rejects with `not_found`, and then deletes the cookie of the browser. */
async function requireOutput(
  { outputs, publicUrl }: OutputRouteDependencies,
  request: FastifyRequest<OutputRequest>,
  reply: FastifyReply,
): Promise<OutputRecord> {
  const { output_id: outputId } = request.params;
  const output = await outputs.find(outputId);
  if (output) return output;
  clearOutputPassCookie(request, reply, { outputId, publicUrl: publicUrl() });
  throw new LecternError('not_found');
}

/**
 * Returns the output of the path, if the browser is admitted, and renews its cookies. Rejects with `not_found`,
 * `forbidden`.
 */
async function requireAdmitted(
  dependencies: OutputRouteDependencies,
  request: FastifyRequest<OutputRequest>,
  reply: FastifyReply,
): Promise<OutputRecord> {
  const output = await requireOutput(dependencies, request, reply);
  if (!dependencies.passes.admits(output, readPassCookie(request, 'output', output.id)))
    throw new LecternError('forbidden', 'This output requires its key.');
  renewCookies(dependencies, output, request, reply);
  return output;
}

/** Renews the cookie of an admitted browser, and that of `/screen` if it has opened the page. [D60], [D61] */
function renewCookies(
  { passes, publicUrl }: OutputRouteDependencies,
  output: OutputRecord,
  request: FastifyRequest,
  reply: FastifyReply,
): void {
  const admission = { outputId: output.id, pass: passes.toCookieValue(output) };
  setOutputPassCookie(reply, { ...admission, publicUrl: publicUrl() });
  if (isFromScreen(readPageAddress(request).parameters)) setScreenCookie(reply, { admission }, publicUrl());
}
