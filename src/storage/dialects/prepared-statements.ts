import { createHash } from 'node:crypto';

/** Maximum number of registered texts, a few hundred bytes each, of statements that contain generated table names. */
const CACHED_MAX = 1_000;

const prepared = new Map<string, string>();
const cached = new Map<string, string>();

/**
 * Registers a statement whose plan each connection caches: for long, frequent statements, whose planning takes as long
 * as their execution. Returns the text.
 */
export function registerPreparedStatement(name: string, text: string): string {
  prepared.set(text, name);
  return text;
}

/** Registers one of many statements whose plan a connection caches as long as it has room. */
export function registerCachedStatement(text: string): void {
  if (cached.has(text)) return;
  if (cached.size >= CACHED_MAX) cached.clear();
  cached.set(text, `lectern-${createHash('sha256').update(text).digest('hex').slice(0, 32)}`);
}

/** Returns the name of a prepared statement, or undefined. */
export const getPreparedName = (text: string): string | undefined => prepared.get(text);

/** Returns the name of a cached statement, or undefined. */
export const getCachedName = (text: string): string | undefined => cached.get(text);
