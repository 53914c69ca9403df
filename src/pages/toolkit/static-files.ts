import { readdirSync, readFileSync, statSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { extname, join } from 'node:path';
import { negotiate } from '@fastify/accept-negotiator';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { LecternError } from '../../contract/lectern-error.ts';
import { isNotModified } from '../../domain/not-modified.ts';

interface Variant {
  readonly content: Buffer;
  /** The opaque part of a weak entity tag, in its quotes. */
  readonly tag: string;
}

/** A file as it was at the start of the server, with what the build has compressed of it. */
export interface StaticFile extends Variant {
  readonly type: string;
  readonly lastModified: string;
  /** By content coding, the preferred one first. */
  readonly compressed: ReadonlyMap<string, Variant>;
}

const TYPES: Readonly<Record<string, string>> = {
  '.css': 'text/css; charset=utf-8',
  '.js': 'application/javascript; charset=utf-8',
  '.woff2': 'font/woff2',
};
/** The content codings that the build makes, the preferred one first. */
const CODINGS = [
  ['br', '.br'],
  ['gzip', '.gz'],
] as const;
/** The name of a file has a hash of its content, or its content changes only with the program. */
const IMMUTABLE = 'public, max-age=31536000, immutable';

/**
 * Reads a file to be served from memory: all answers share its bytes, and none needs a file descriptor. Throws for a kind of file
 * that has no media type here.
 */
export function readStaticFile(path: string, beside: ReadonlySet<string> = new Set()): StaticFile {
  const type = typeOf(path);
  const present = CODINGS.filter(([, ending]) => beside.has(path + ending));
  const compressed = new Map(present.map(([coding, ending]) => [coding, readVariant(path + ending)]));
  return { type, ...readVariant(path), compressed };
}

/** The files of a folder by their names. A name that ends in `.br` or `.gz` is a compressed form of another file. */
export function readStaticFolder(folder: string): ReadonlyMap<string, StaticFile> {
  const names = readdirSync(folder);
  const paths = new Set(names.map((name) => join(folder, name)));
  const files = names.filter((name) => !CODINGS.some(([, ending]) => name.endsWith(ending)));
  return new Map(files.map((name) => [name, readStaticFile(join(folder, name), paths)]));
}

/** Sends the file in a coding that the client accepts, or 304 where the client has it. Throws `stale_validator` for If-Match. */
export function sendStaticFile(request: FastifyRequest, reply: FastifyReply, file: StaticFile): FastifyReply {
  const { compressed } = file;
  const coding = negotiate(request.headers['accept-encoding'] ?? '', [...compressed.keys()]);
  const { content, tag } = (coding !== null && compressed.get(coding)) || file;
  requireMatch(request, tag);
  reply.header('cache-control', IMMUTABLE).header('last-modified', file.lastModified).header('etag', `W/${tag}`);
  if (compressed.size > 0) reply.header('vary', 'accept-encoding');
  if (hasAlready(request, tag, file.lastModified)) return reply.code(304).send();
  if (coding !== null) reply.header('content-encoding', coding);
  return reply.type(file.type).send(content);
}

/** Files that are too many for memory, and whose content never changes under their address. Each is read when it is asked for. */
export class FilesOnDisk {
  readonly #folder: string;
  readonly #tag: string;
  readonly #names: ReadonlySet<string>;

  /** `version` is that of all the files. */
  constructor(folder: string, version: string) {
    this.#folder = folder;
    this.#tag = `"${version}"`;
    this.#names = new Set(readdirSync(folder));
  }

  has(name: string): boolean {
    return this.#names.has(name);
  }

  /** Sends one of the files, or 304 where the client has it. Rejects `stale_validator` for If-Match, and what prevents the reading. */
  async send(request: FastifyRequest, reply: FastifyReply, name: string): Promise<FastifyReply> {
    requireMatch(request, this.#tag);
    const unchanged = isNotModified(request.headers['if-none-match'], this.#tag);
    const content = unchanged ? null : await readFile(join(this.#folder, name));
    reply.header('cache-control', IMMUTABLE).header('etag', this.#tag);
    return content ? reply.type(typeOf(name)).send(content) : reply.code(304).send();
  }
}

function typeOf(path: string): string {
  const type = TYPES[extname(path)];
  if (type === undefined) throw new Error(`${path} has no known media type.`);
  return type;
}

function readVariant(path: string) {
  const { size, mtime } = statSync(path);
  const tag = `"${size.toString(16)}-${mtime.getTime().toString(16)}"`;
  return { content: readFileSync(path), tag, lastModified: mtime.toUTCString() };
}

/** Throws `stale_validator`. */
function requireMatch({ headers }: FastifyRequest, tag: string): void {
  const tags = headers['if-match'];
  if (tags !== undefined && !isNotModified(tags, tag)) throw new LecternError('stale_validator');
}

/** RFC 9110 §13.2.2: the date counts only where no tag was sent. */
function hasAlready({ headers }: FastifyRequest, tag: string, lastModified: string): boolean {
  const tags = headers['if-none-match'];
  if (tags !== undefined) return isNotModified(tags, tag);
  const since = Date.parse(headers['if-modified-since'] ?? '');
  return since >= Date.parse(lastModified);
}
