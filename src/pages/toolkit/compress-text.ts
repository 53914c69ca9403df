import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import { negotiate } from '@fastify/accept-negotiator';

const toGzip = promisify(gzip);

/** Compresses a text if the client accepts gzip. `encoding` is null for identity. */
export async function compressText(text: string | Buffer, accepted: string | undefined) {
  const encoding = accepted === undefined ? null : negotiate(accepted, ['gzip']);
  return encoding ? { encoding, content: await toGzip(text) } : { encoding: null, content: text };
}
