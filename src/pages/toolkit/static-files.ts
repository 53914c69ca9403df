import { readdirSync, readFileSync, statSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { extname, join, relative } from 'node:path';
import { negotiate } from '@fastify/accept-negotiator';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { LecternError } from '../../contract/lectern-error.ts';
import { isNotModified } from '../../domain/not-modified.ts';

interface Variant {
  readonly content: Buffer;
  /** The quoted opaque part of a weak entity tag. */
  readonly tag: string;
}

/** A file as it was when the server started, with the compressed variants from the build. */
export interface StaticFile extends Variant {
  readonly type: string;
  readonly lastModified: string;
  /** Compressed variants by content coding, in order of preference. */
  readonly compressed: ReadonlyMap<string, Variant>;
}

const TYPES: Readonly<Record<string, string>> = {
  '.avif': 'image/avif',
  '.css': 'text/css; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
  '.jpg': 'image/jpeg',
  '.js': 'application/javascript; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.webp': 'image/webp',
  '.woff2': 'font/woff2',
};
/** The content codings that the build produces, in order of preference. */
const CODINGS = [
  ['br', '.br'],
  ['gzip', '.gz'],
] as const;
/** Cache-Control of files with a content hash in the name, or whose content changes only with the program. */
const IMMUTABLE = 'public, max-age=31536000, immutable';

/**
 * Reads a file to be served from memory. All responses share its bytes, and none needs a file descriptor. Throws for a
 * file type without a known media type.
 */
function readStaticFile(path: string, existing: ReadonlySet<string>, otherType?: string): StaticFile {
  const type = typeOf(path, otherType);
  const present = CODINGS.filter(([, ending]) => existing.has(path + ending));
  const compressed = new Map(present.map(([coding, ending]) => [coding, readVariant(path + ending)]));
  return { type, ...readVariant(path), compressed };
}

/**
 * Reads the files of a folder and of its subfolders, by their paths with slashes. A file that ends in `.br` or `.gz` is
 * a compressed variant of another file. `otherType` is the media type of files without a known one.
 */
export function readStaticFolder(folder: string, otherType?: string): ReadonlyMap<string, StaticFile> {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  const all = entries.map(({ parentPath, name }) => join(parentPath, name));
  const paths = new Set(all);
  const files = all.filter((path) => !CODINGS.some(([, ending]) => path.endsWith(ending)));
  const nameOf = (path: string) => relative(folder, path).replaceAll('\\', '/');
  return new Map(files.map((path) => [nameOf(path), readStaticFile(path, paths, otherType)]));
}

/**
 * Sends the file in a coding that the client accepts, or 304 if the client has it. Throws `stale_validator` for
 * If-Match.
 */
export function sendStaticFile(
  request: FastifyRequest,
  reply: FastifyReply,
  file: StaticFile,
  cacheControl: string = IMMUTABLE,
): FastifyReply {
  const { compressed } = file;
  const coding = negotiate(request.headers['accept-encoding'] ?? '', [...compressed.keys()]);
  const { content, tag } = (coding !== null && compressed.get(coding)) || file;
  requireMatch(request, tag);
  reply.header('cache-control', cacheControl).header('last-modified', file.lastModified).header('etag', `W/${tag}`);
  if (compressed.size > 0) reply.header('vary', 'accept-encoding');
  if (isCachedByClient(request, tag, file.lastModified)) return reply.code(304).send();
  if (coding !== null) reply.header('content-encoding', coding);
  return reply.type(file.type).send(content);
}

/**
 * Files that are too many for memory, and whose content never changes under their address. Each is read when requested.
 */
export class FilesOnDisk {
  readonly #folder: string;
  readonly #tag: string;
  readonly #names: ReadonlySet<string>;

  /** `version` applies to all files. */
  constructor(folder: string, version: string) {
    this.#folder = folder;
    this.#tag = `"${version}"`;
    this.#names = new Set(readdirSync(folder));
  }

  has(name: string): boolean {
    return this.#names.has(name);
  }

  /** Sends a file, or 304 if the client has it. Rejects with `stale_validator` for If-Match, and with read errors. */
  async send(request: FastifyRequest, reply: FastifyReply, name: string): Promise<FastifyReply> {
    requireMatch(request, this.#tag);
    const unchanged = isNotModified(request.headers['if-none-match'], this.#tag);
    const content = unchanged ? null : await readFile(join(this.#folder, name));
    reply.header('cache-control', IMMUTABLE).header('etag', this.#tag);
    return content ? reply.type(typeOf(name)).send(content) : reply.code(304).send();
  }
}

function typeOf(path: string, otherType?: string): string {
  const type = TYPES[extname(path)] ?? otherType;
  if (type === undefined) throw new Error(`${path} has no known media type.`);
  return type;
}

function readVariant(path: string) {
  const { size, mtime } = statSync(path);
  const tag = `"${size.toString(16)}-${mtime.getTime().toString(16)}"`;
  return { content: readFileSync(path), tag, lastModified: mtime.toUTCString() };
}

/** Throws `stale_validator` if If-Match does not match. */
function requireMatch({ headers }: FastifyRequest, tag: string): void {
  const tags = headers['if-match'];
  if (tags !== undefined && !isNotModified(tags, tag)) throw new LecternError('stale_validator');
}

/** RFC 9110 §13.2.2: the date counts only if no tag was sent. */
function isCachedByClient({ headers }: FastifyRequest, tag: string, lastModified: string): boolean {
  const tags = headers['if-none-match'];
  if (tags !== undefined) return isNotModified(tags, tag);
  const since = Date.parse(headers['if-modified-since'] ?? '');
  return since >= Date.parse(lastModified);
}
