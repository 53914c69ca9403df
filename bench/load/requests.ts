import autocannon from 'autocannon';
import type { OperatorClient } from '../../test/support/requests/operator-client.ts';
import type { Program } from '../programs.ts';

/** How often autocannon looks whether it is done. */
export const SAMPLE_MS = 100;

/** Figures of requests to one server. */
export interface RequestFigures {
  readonly perSecond: number;
  /** CPU time of the server for each request, in microseconds. */
  readonly cpu: number;
  readonly result: autocannon.Result;
}

/**
 * Sends requests for a while, each as soon as the one before on its connection has its response. Throws unless all
 * responses have the status.
 */
export async function measureRequests(
  program: Program,
  status: number,
  options: Omit<autocannon.Options, 'url'>,
): Promise<RequestFigures> {
  const before = program.readCpu();
  const result = await autocannon({ ...options, url: program.url, sampleInt: SAMPLE_MS });
  const { errors, statusCodeStats = {}, requests, duration } = result;
  if (errors > 0 || Object.keys(statusCodeStats).join() !== String(status))
    throw new Error(`${options.method ?? 'GET'}: ${errors} errors, ${JSON.stringify(statusCodeStats)}`);
  return { perSecond: requests.total / duration, cpu: (program.readCpu() - before) / requests.total, result };
}

/** A place to push to, and the ETag of its latest response. */
export interface PushTarget {
  readonly path: string;
  readonly headers: Record<string, string>;
  readonly body: string;
  etag: string;
}

/** Pushes of one verse to a Live. */
export const toPushTarget = ({ liveId, token, etag }: OperatorClient): PushTarget => ({
  path: `/v1/lives/${liveId}/stack`,
  headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' },
  body: JSON.stringify({ reference: { book_id: 43, chapter: 3, verse: 16, translation: 'kjv' } }),
  etag,
});

/** Returns the options for one client that pushes again and again, each time with the ETag of the response before. */
export function pushTo(target: PushTarget): Omit<autocannon.Options, 'url'> {
  const { path, headers, body } = target;
  const request: autocannon.Request = {
    method: 'POST',
    path,
    body,
    setupRequest: (each) => ({ ...each, headers: { ...headers, 'If-Match': target.etag } }),
    onResponse: (_status, _body, _context, { etag } = {}) => {
      target.etag = etag ?? target.etag;
    },
  };
  return { connections: 1, method: 'POST', requests: [request] };
}
