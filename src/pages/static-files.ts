import { readdirSync, readFileSync, statSync } from 'node:fs';
import { extname, join } from 'node:path';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { isNotModified } from '../domain/not-modified.ts';

/** A file as it was at the start of the server. */
export interface StaticFile {
  readonly type: string;
  readonly content: Buffer;
  readonly etag: string;
  readonly lastModified: string;
}

const TYPES: Readonly<Record<string, string>> = {
  '.css': 'text/css; charset=utf-8',
  '.js': 'application/javascript; charset=utf-8',
  '.woff2': 'font/woff2',
};
/** The name of a file has a hash of its content, or its content changes only with the program. */
const IMMUTABLE = 'public, max-age=31536000, immutable';

/**
 * Reads a file to be served from memory: all answers share its bytes, and none needs a file descriptor. Throws for a kind of file
 * that nobody has given a media type.
 */
export function readStaticFile(path: string): StaticFile {
  const type = TYPES[extname(path)];
  if (type === undefined) throw new Error(`${path} has no known media type.`);
  const { size, mtime } = statSync(path);
  const etag = `W/"${size.toString(16)}-${mtime.getTime().toString(16)}"`;
  return { type, content: readFileSync(path), etag, lastModified: mtime.toUTCString() };
}

/** The files of a folder by their names. */
export const readStaticFolder = (folder: string): ReadonlyMap<string, StaticFile> =>
  new Map(readdirSync(folder).map((name) => [name, readStaticFile(join(folder, name))]));

/** The file, or 304 where the client has it. */
export function sendStaticFile(request: FastifyRequest, reply: FastifyReply, file: StaticFile): FastifyReply {
  reply.header('cache-control', IMMUTABLE).header('last-modified', file.lastModified).header('etag', file.etag);
  if (hasAlready(request, file)) return reply.code(304).send();
  return reply.type(file.type).send(file.content);
}

/** RFC 9110 §13.2.2: the date counts only where no tag was sent. */
function hasAlready({ headers }: FastifyRequest, { etag, lastModified }: StaticFile): boolean {
  const tags = headers['if-none-match'];
  if (tags !== undefined) return isNotModified(tags, etag.slice('W/'.length));
  const since = Date.parse(headers['if-modified-since'] ?? '');
  return since >= Date.parse(lastModified);
}
