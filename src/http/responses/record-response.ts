import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Logger } from 'pino';
import type { Config } from '../../config/config.ts';
import type { LecternError } from '../../contract/lectern-error.ts';
import { containsCredentialSecret } from '../../domain/account/credentials/credential-secret.ts';
import type { FailureLog } from '../../failure-log.ts';
import type { Metrics } from '../../metrics.ts';
import type { ObservedResponse } from '../server/http-server.ts';
import { logRequest } from '../server/log-request.ts';

/** What the answers of this server work with. */
export interface ResponseServices {
  readonly config: Config;
  readonly log: Logger;
  readonly failures: FailureLog;
  readonly metrics: Metrics;
}

/** Of a request, what is told of its answer. */
export interface RequestSummary {
  readonly requestId: string;
  readonly path: string;
  readonly operation: string;
  /** As of `performance.now`. */
  readonly startedAt: number;
  /** Of a connection that is gone: undefined. */
  readonly peer: string | undefined;
  readonly credential: string | undefined;
}

/** Writes the log line of an answer and counts it, once. */
export function recordResponse(
  { log, metrics }: ResponseServices,
  response: ObservedResponse,
  told: RequestSummary,
): void {
  if (!response.observer) return;
  response.observer = null;
  const { requestId, path, operation, startedAt, peer = '', credential } = told;
  const milliseconds = performance.now() - startedAt;
  const { statusCode: status, req } = response;
  metrics.countRequest(operation, status, milliseconds);
  logRequest(log, { requestId, method: req.method!, path, operation, status, milliseconds, peer, credential });
}

/** As above, of an answer of the framework. */
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

/** Logs a refusal that those who run the server should know of. */
export function logFailedRequest(
  { log, failures }: ResponseServices,
  known: LecternError,
  { req }: ObservedResponse,
  told: Pick<RequestSummary, 'requestId' | 'path'>,
) {
  if (req.aborted) {
    log.info({ request_id: told.requestId, path: told.path }, 'the client went away');
  } else if (known.code === 'internal_error' || known.code === 'unavailable') {
    failures.log(known, { request_id: told.requestId, path: told.path }, known.code);
  }
}

/**
 * The path as the router reads it: of an absolute address too, and decoded, but for a slash that is no separator. What cannot be
 * decoded stays as it is.
 */
export function decodedPath(url: string): string {
  const path = url.replace(/^https?:\/\/[^/]*/i, '').split('?', 1)[0]!;
  try {
    return decodeURIComponent(path.replace(/%2f/gi, '%252F'));
  } catch {
    return path;
  }
}

/** What stands behind it is the secret of a link that works once, however it is written. */
const LINK = /(\/+link(?:\/|%2f)+).+/is;

/** The path alone: a query can hold what does not belong in a log. */
export const toLoggedPath = ({ url, rest }: Pick<FastifyRequest, 'url' | 'rest'>): string =>
  rest ? decodedIfSecret(withoutQuery(url)) : decodedPath(url).replace(LINK, '$1…');

/** The path decoded where it hides what looks like a credential's secret behind percent-encoding, so that the log masks it. [D35] */
function decodedIfSecret(path: string): string {
  if (!path.includes('%')) return path;
  const decoded = decodedPath(path);
  return containsCredentialSecret(decoded) ? decoded : path;
}

export function withoutQuery(url: string): string {
  const end = url.indexOf('?');
  return end < 0 ? url : url.slice(0, end);
}
