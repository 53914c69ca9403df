import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Logger } from 'pino';
import type { Config } from '../../config/config.ts';
import type { LecternError } from '../../contract/lectern-error.ts';
import { containsCredentialSecret } from '../../domain/account/credentials/credential-secret.ts';
import type { FailureLog } from '../../failure-log.ts';
import type { Metrics } from '../../metrics.ts';
import type { ObservedResponse } from '../server/http-server.ts';
import { logRequest } from '../server/log-request.ts';

/** Dependencies for sending and recording responses. */
export interface ResponseServices {
  readonly config: Config;
  readonly log: Logger;
  readonly failures: FailureLog;
  readonly metrics: Metrics;
}

/** Values of a request for its log line and metrics. */
export interface RequestSummary {
  readonly requestId: string;
  readonly path: string;
  readonly operation: string;
  /** Value of `performance.now` when the request arrived. */
  readonly startedAt: number;
  /** Undefined if the connection is closed. */
  readonly peer: string | undefined;
  readonly credential: string | undefined;
}

/** Logs and counts a response, once. */
export function recordResponse(
  { log, metrics }: ResponseServices,
  response: ObservedResponse,
  summary: RequestSummary,
): void {
  if (!response.observer) return;
  response.observer = null;
  const { requestId, path, operation, startedAt, peer = '', credential } = summary;
  const milliseconds = performance.now() - startedAt;
  const { statusCode: status, req } = response;
  metrics.countRequest(operation, status, milliseconds);
  logRequest(log, { requestId, method: req.method!, path, operation, status, milliseconds, peer, credential });
}

/** Logs and counts a Fastify reply, once. */
export function recordReply(services: ResponseServices, { request, raw }: FastifyReply): void {
  recordResponse(services, raw as ObservedResponse, {
    requestId: request.id,
    path: toLoggedPath(request),
    operation: request.operation ?? request.routeOptions.url ?? 'none',
    startedAt: request.startedAt,
    peer: request.ip,
    credential: request.principal?.credentialId,
  });
}

/** Logs an error that concerns the operator of the server, and requests that clients have aborted. */
export function logFailedRequest(
  { log, failures }: ResponseServices,
  known: LecternError,
  { req }: ObservedResponse,
  summary: Pick<RequestSummary, 'requestId' | 'path'>,
) {
  if (req.aborted) {
    log.info({ request_id: summary.requestId, path: summary.path }, 'the client disconnected');
  } else if (known.code === 'internal_error' || known.code === 'unavailable') {
    failures.log(known, { request_id: summary.requestId, path: summary.path }, known.code);
  }
}

/**
 * Returns the decoded path as the router sees it, also for a request target in absolute form. An encoded slash stays
 * encoded. A path that cannot be decoded is returned unchanged.
 */
export function decodedPath(url: string): string {
  const path = url.replace(/^https?:\/\/[^/]*/i, '').split('?', 1)[0]!;
  try {
    return decodeURIComponent(path.replace(/%2f/gi, '%252F'));
  } catch {
    return path;
  }
}

/** Path of a one-time link. The rest of the path is a secret. */
const ONE_TIME_LINK = /(\/+link(?:\/|%2f)+).+/is;
/** A key in the path of a button link, however it is encoded. [D74] */
const BUTTON_KEY = /^(\/+b\/+[^/]*\/+)[^/]{16,}/i;

/** Returns the path for the log. The query is left out because it can contain secrets. */
export const toLoggedPath = ({ url, rest }: Pick<FastifyRequest, 'url' | 'rest'>): string =>
  rest ? decodedIfSecret(withoutQuery(url)) : decodedPath(url).replace(ONE_TIME_LINK, '$1…').replace(BUTTON_KEY, '$1…');

/** Decodes a path that hides a credential behind percent-encoding, so that the log masks it. [D35] */
function decodedIfSecret(path: string): string {
  if (!path.includes('%')) return path;
  const decoded = decodedPath(path);
  return containsCredentialSecret(decoded) ? decoded : path;
}

export function withoutQuery(url: string): string {
  const end = url.indexOf('?');
  return end < 0 ? url : url.slice(0, end);
}
