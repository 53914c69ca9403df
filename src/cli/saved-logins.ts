import { randomBytes } from 'node:crypto';
import { mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { type Static, Type } from 'typebox';
import { Compile } from 'typebox/compile';
import { readCaller } from '../config.ts';
import { LecternError } from '../contract/lectern-error.ts';
import { INVOCATION } from './columns.ts';

/** What `login` has got from a server. */
const SavedLogin = Type.Object({
  server: Type.String(),
  id: Type.String(),
  token: Type.String(),
  scopes: Type.Array(Type.String()),
  expires_at: Type.String(),
});
export type SavedLogin = Static<typeof SavedLogin>;

const isFile = Compile(Type.Object({ credentials: Type.Array(SavedLogin) }));

/** The file of the person who calls, which nobody else can read: one login a server. */
export const savedLoginsPath = (): string => join(readCaller().configDir, 'lectern', 'credentials.json');

/** Throws LecternError for a file that cannot be meant. */
export function findSavedLogin(server: string): SavedLogin | undefined {
  return readAll().find((login) => login.server === server);
}

/** Throws `not_found`. */
export function requireSavedLogin(server: string): SavedLogin {
  const login = findSavedLogin(server);
  if (login) return login;
  throw new LecternError('not_found', `You are not logged in at ${server}. ${INVOCATION} login --server ${server}`);
}

/** In place of an earlier one of the same server. */
export function saveLogin(login: SavedLogin): void {
  writeAll([...readAll().filter(({ server }) => server !== login.server), login]);
}

export function forgetLogin(server: string): void {
  writeAll(readAll().filter((login) => login.server !== server));
}

function readAll(): SavedLogin[] {
  const path = savedLoginsPath();
  let content: unknown;
  try {
    content = JSON.parse(readFileSync(path, 'utf8'));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return [];
    if (!(error instanceof SyntaxError)) throw error;
  }
  if (!isFile.Check(content)) throw new LecternError('invalid_fields', `${path} is damaged. Mend or remove it.`);
  return content.credentials;
}

/** Whole or not at all: a crash leaves the file that there was. */
function writeAll(credentials: readonly SavedLogin[]): void {
  const path = savedLoginsPath();
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
  const draft = `${path}.${randomBytes(6).toString('hex')}`;
  try {
    writeFileSync(draft, `${JSON.stringify({ credentials }, null, 2)}\n`, { mode: 0o600, flag: 'wx', flush: true });
    renameSync(draft, path);
  } finally {
    rmSync(draft, { force: true });
  }
}
