import { createHash } from 'node:crypto';

/** Texts that are known to come again, some hundred bytes each, of statements that are made of names of tables. */
const REPEATED_MAX = 1_000;

const prepared = new Map<string, string>();
const repeated = new Map<string, string>();

/**
 * Has the server keep how it carries out this statement, for each connection: for long ones that come all the time, whose planning
 * takes as long as their work. Gives the text back.
 */
export function registerPreparedStatement(name: string, text: string): string {
  prepared.set(text, name);
  return text;
}

/** The same for one of many statements, as long as a connection has room for it. */
export function registerCachedStatement(text: string): void {
  if (repeated.has(text)) return;
  if (repeated.size >= REPEATED_MAX) repeated.clear();
  repeated.set(text, `lectern-${createHash('sha256').update(text).digest('hex').slice(0, 32)}`);
}

/** Undefined for one that is not to be kept. */
export const getPreparedName = (text: string): string | undefined => prepared.get(text);

/** Of one that is to be kept where there is room. */
export const getCachedName = (text: string): string | undefined => repeated.get(text);
