import { readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { type Static, Type } from 'typebox';
import { readUserEnvironment } from '../../config/user-environment.ts';
import { LecternError } from '../../contract/lectern-error.ts';
import { parseAs } from '../../contract/parse-as.ts';
import { createDraftPath, removeStaleSecretDrafts } from '../../storage/backup/secret-file-drafts.ts';
import { fsyncParentFolder } from '../../storage/files/fsync-parent-folder.ts';
import { makeFolder } from '../../storage/files/make-folder.ts';
import { INVOCATION } from '../invocation.ts';
import { terminal } from '../terminal/terminal.ts';

/** A token that `login` received from a server. */
const SavedLogin = Type.Object({
  server: Type.String(),
  id: Type.String(),
  token: Type.String(),
  scopes: Type.Array(Type.String()),
  expires_at: Type.String(),
  /** Absent for a personal token. */
  organization: Type.Optional(Type.Object({ id: Type.String(), name: Type.String() })),
});
type SavedLogin = Static<typeof SavedLogin>;

const SavedLogins = Type.Object({ credentials: Type.Array(SavedLogin) });

/**
 * Returns the path of the caller's login file, which only the caller can read. It holds one login per server, and one
 * for each of its organizations.
 */
export const savedLoginsPath = (): string =>
  join(readUserEnvironment(terminal().env).configDir, 'lectern', 'credentials.json');

/** Returns a saved login. Throws LecternError if the file is damaged. */
export async function findSavedLogin(server: string, organization?: string): Promise<SavedLogin | undefined> {
  return (await readAll()).find((login) => isOf(login, server, organization));
}

/** Returns a saved login. Throws `not_found` if none exists. */
export async function requireSavedLogin(server: string, organization?: string): Promise<SavedLogin> {
  const login = await findSavedLogin(server, organization);
  if (login) return login;
  const option = organization === undefined ? '' : ` --organization ${organization}`;
  throw new LecternError(
    'not_found',
    `You are not logged in to ${server}. Log in: ${INVOCATION} login --server ${server}${option}`,
  );
}

/** Returns all saved logins. Throws LecternError if the file is damaged. */
export const listSavedLogins = (): Promise<readonly SavedLogin[]> => readAll();

/** Saves a login in place of an earlier one for the same server and organization. */
export async function saveLogin(login: SavedLogin): Promise<void> {
  writeAll([...(await readAll()).filter((saved) => !isOf(saved, login.server, login.organization?.id)), login]);
}

export async function forgetLogin(server: string, organization?: string): Promise<void> {
  writeAll((await readAll()).filter((login) => !isOf(login, server, organization)));
}

const isOf = (login: SavedLogin, server: string, organization: string | undefined): boolean =>
  login.server === server && login.organization?.id === organization;

async function readAll(): Promise<SavedLogin[]> {
  const path = savedLoginsPath();
  let content: unknown;
  try {
    content = JSON.parse(readFileSync(path, 'utf8'));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return [];
    if (!(error instanceof SyntaxError)) throw error;
  }
  const saved = await parseAs(SavedLogins, content);
  if (!saved) throw new LecternError('invalid_fields', `${path} is damaged. Fix or delete it.`);
  return saved.credentials;
}

/** Writes the file atomically: a crash leaves the previous file intact. */
function writeAll(credentials: readonly SavedLogin[]): void {
  const path = savedLoginsPath();
  makeFolder(dirname(path));
  removeStaleSecretDrafts(path);
  const draft = createDraftPath(path);
  try {
    writeFileSync(draft, `${JSON.stringify({ credentials }, null, 2)}\n`, { mode: 0o600, flag: 'wx', flush: true });
    renameSync(draft, path);
    fsyncParentFolder(path);
  } finally {
    rmSync(draft, { force: true });
  }
}
