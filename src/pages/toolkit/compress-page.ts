import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import { negotiate } from '@fastify/accept-negotiator';

const toGzip = promisify(gzip);

/** Compresses a page if the browser accepts gzip. `encoding` is null for identity. */
export async function compressPage(page: string, accepted: string | undefined) {
  const encoding = accepted === undefined ? null : negotiate(accepted, ['gzip']);
  return encoding ? { encoding, content: await toGzip(page) } : { encoding: null, content: page };
}
