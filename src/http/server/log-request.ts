import type { Logger } from 'pino';

/** Fields of a request's log line. Query, headers and body are never logged. */
export interface RequestRecord {
  readonly requestId: string;
  readonly method: string;
  readonly path: string;
  readonly operation: string;
  readonly status: number;
  readonly milliseconds: number;
  readonly peer: string;
  readonly credential: string | undefined;
}

/** Writes the log line of a request. `docs/reference/logs.md` documents its fields. */
export function logRequest(log: Logger, { requestId, milliseconds, ...record }: RequestRecord): void {
  const { method, path, operation, status, peer, credential } = record;
  const ms = Math.round(milliseconds * 1000) / 1000;
  log.info({ request_id: requestId, method, path, operation, status, ms, peer, credential }, 'request');
}
