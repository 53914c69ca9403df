import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Logger } from 'pino';
import type { Config } from '../../config/config.ts';
import type { LecternError } from '../../contract/lectern-error.ts';
import { holdsCredentialSecret } from '../../domain/account/credentials/credential-secret.ts';
import type { FailureLog } from '../../failure-log.ts';
import type { Metrics } from '../../metrics.ts';
import type { ToldResponse } from '../server/http-server.ts';
import { logRequest } from '../server/log-request.ts';

/** What the answers of this server work with. */
export interface AnswerServices {
  readonly config: Config;
  readonly log: Logger;
  readonly failures: FailureLog;
  readonly metrics: Metrics;
}

/** Of a request, what is told of its answer. */
export interface Told {
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
export function recordAnswer({ log, metrics }: AnswerServices, response: ToldResponse, told: Told): void {
  if (!response.told) return;
  response.told = null;
  const { requestId, path, operation, startedAt, peer = '', credential } = told;
  const milliseconds = performance.now() - startedAt;
  const { statusCode: status, req } = response;
  metrics.countRequest(operation, status, milliseconds);
  logRequest(log, { requestId, method: req.method!, path, operation, status, milliseconds, peer, credential });
}

/** As above, of an answer of the framework. */
export function recordReply(services: AnswerServices, { request, raw }: FastifyReply): void {
  recordAnswer(services, raw as ToldResponse, {
    requestId: request.id,
    path: pathOf(request),
    operation: request.operation ?? request.routeOptions.url ?? 'none',
    startedAt: request.startedAt,
    peer: request.ip,
    credential: request.principal?.credentialId,
  });
}

/** Logs a refusal that those who run the server should know of. */
export function logRefusal(
  { log, failures }: AnswerServices,
  known: LecternError,
  { req }: ToldResponse,
  told: Pick<Told, 'requestId' | 'path'>,
) {
  if (req.aborted) {
    log.info({ request_id: told.requestId, path: told.path }, 'the client went away');
  } else if (known.code === 'internal_error' || known.code === 'unavailable') {
    failures.note(known, { request_id: told.requestId, path: told.path }, known.code);
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
export const pathOf = ({ url, rest }: Pick<FastifyRequest, 'url' | 'rest'>): string =>
  rest ? decodedIfSecret(pathOfRest(url)) : decodedPath(url).replace(LINK, '$1…');

/** The path decoded where it hides what looks like a credential's secret behind percent-encoding, so that the log masks it. [D35] */
function decodedIfSecret(path: string): string {
  if (!path.includes('%')) return path;
  const decoded = decodedPath(path);
  return holdsCredentialSecret(decoded) ? decoded : path;
}

export function pathOfRest(url: string): string {
  const end = url.indexOf('?');
  return end < 0 ? url : url.slice(0, end);
}
