import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { Type } from 'typebox';
import { LecternError } from '../../contract/lectern-error.ts';
import { OUTPUT_REPORT_MAX_BYTES } from '../../contract/limits.ts';
import { FROM_SCREEN, isFromScreen, SCREEN_PATH } from '../../contract/pairing.ts';
import { OutputReport } from '../../contract/schemas/outputs.ts';
import { type OutputKind, VIEWS } from '../../contract/viewer-views.ts';
import { requireUnrestricted } from '../../domain/account/owners/restriction.ts';
import { toTime } from '../../domain/clock.ts';
import type { KeyCookies } from '../../domain/key-cookies.ts';
import type { Outputs } from '../../domain/outputs/outputs.ts';
import { STRINGS } from '../../locales/strings.ts';
import type { OutputRecord } from '../../storage/storage.ts';
import {
  addPageRoutes,
  type PageRouteDependencies,
  type PageRoutes,
  readLastEventId,
  readPageAddress,
  renderNotice,
} from '../page-routes.ts';
import { setScreenCookie } from '../pairing/screen-cookie.ts';
import { readPassCookie } from '../pass-cookie.ts';
import { OUTPUT_POLICY } from '../policies.ts';
import type { ViewerFeed } from '../viewer-feed.ts';
import { viewerPage } from '../viewer-page.ts';
import { clearOutputPassCookie, setOutputPassCookie } from './output-cookie.ts';
import { outputEntrance } from './output-entrance.ts';
import type { OutputReports } from './output-reports.ts';
import { type OutputStreams, toOutputPage } from './output-streams.ts';

const AdmitBody = Type.Object({ key: Type.String({ maxLength: 128 }) }, { additionalProperties: false });
/** A key in JSON is shorter. */
const ADMIT_MAX_BYTES = 512;

export interface OutputRouteDependencies extends PageRouteDependencies {
  /** Feeds by kind of output. */
  readonly feeds: Readonly<Record<OutputKind, ViewerFeed>>;
  readonly outputs: Outputs;
  readonly passes: KeyCookies;
  readonly streams: OutputStreams;
  readonly reports: OutputReports;
  /** Notices that a browser has opened a page. */
  readonly onOpen: (request: FastifyRequest) => void;
}

interface OutputRequest {
  Params: { output_id: string };
}

/** Adds the page of an output, its admission, its stream and its paint reports. [D60] */
export async function addOutputRoutes(app: FastifyInstance, dependencies: OutputRouteDependencies): Promise<void> {
  await addPageRoutes(app, { policy: OUTPUT_POLICY }, dependencies, (routes) => {
    addPage(routes, dependencies);
    addAdmission(routes, dependencies);
    addStream(routes, dependencies);
    addReports(routes, dependencies);
  });
}

function addPage(routes: PageRoutes, dependencies: OutputRouteDependencies): void {
  const { feeds, onOpen, outputs, passes, publicUrl } = dependencies;
  routes.linkedPage<OutputRequest>('/o', 'output_id', async (request, reply) => {
    const output = await outputs.find(request.params.output_id);
    const live = output && (await feeds[VIEWS[output.view].outputKind].find(output.liveId));
    const admitted = output !== null && passes.admits(output, readPassCookie(request, 'output', output.id));
    if (!live) clearOutputPassCookie(request, reply, { outputId: request.params.output_id, publicUrl: publicUrl() });
    const isPaired = isFromScreen(readPageAddress(request).parameters);
    // A paired screen returns to its pairing code. [D61]
    if (!(live && admitted) && isPaired) return reply.redirect(SCREEN_PATH, 303);
    if (!live) return { status: 404, html: renderNotice(request, { missing: true }) };
    onOpen(request);
    const { view, settings } = output;
    const { lang: language, theme, scale } = settings;
    if (live.restricted) return { status: 403, html: renderNotice(request, { language, view }) };
    if (!admitted) return { status: 403, html: outputEntrance({ language, view }) };
    renewCookies(dependencies, output, request, reply);
    const html = viewerPage({
      liveId: live.id,
      address: { view, theme, scale },
      language,
      ...live.toFirstPaint(),
      output: {
        page: toOutputPage(output),
        strings: STRINGS[language].viewer.output,
        stream: `/o/${encodeURIComponent(output.id)}/stream${isPaired ? `?${FROM_SCREEN}` : ''}`,
      },
    });
    return { html, compress: true };
  });
}

/** Adds the route that exchanges the key for a cookie of this output. */
function addAdmission(routes: PageRoutes, dependencies: OutputRouteDependencies): void {
  const { passes, publicUrl } = dependencies;
  routes.admission<OutputRequest, OutputRecord>(
    '/o/:output_id/admit',
    { what: 'output', body: AdmitBody, bodyLimit: ADMIT_MAX_BYTES },
    (request, reply) => requireOutput(dependencies, request, reply),
    (reply, output) =>
      setOutputPassCookie(reply, { outputId: output.id, pass: passes.toCookieValue(output), publicUrl: publicUrl() }),
  );
}

function addStream(routes: PageRoutes, dependencies: OutputRouteDependencies): void {
  routes.stream<OutputRequest>('/o/:output_id/stream', async (request, reply, response) => {
    const output = await requireAdmitted(dependencies, request, reply);
    const subscription = {
      liveId: output.liveId,
      lastEventId: readLastEventId(request),
      requireAdmitted: requireUnrestricted,
    };
    await dependencies.streams.open(output, subscription, response);
  });
}

function addReports(routes: PageRoutes, dependencies: OutputRouteDependencies): void {
  const { feeds, reports } = dependencies;
  routes.post<OutputRequest & { Body: OutputReport }>(
    '/o/:output_id/report',
    { body: OutputReport, bodyLimit: OUTPUT_REPORT_MAX_BYTES },
    async (request, reply) => {
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
