import { readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { type Static, Type } from 'typebox';
import { readUserEnvironment } from '../../config/user-environment.ts';
import { LecternError } from '../../contract/lectern-error.ts';
import { createDraftPath, removeStaleSecretDrafts } from '../../storage/backup/secret-file-drafts.ts';
import { fsyncParentFolder } from '../../storage/files/fsync-parent-folder.ts';
import { makeFolder } from '../../storage/files/make-folder.ts';
import { INVOCATION } from '../invocation.ts';
import { parseAs } from '../parse-as.ts';

/** What `login` has got from a server. */
const SavedLogin = Type.Object({
  server: Type.String(),
  id: Type.String(),
  token: Type.String(),
  scopes: Type.Array(Type.String()),
  expires_at: Type.String(),
  /** Absent: it acts for the person. */
  organization: Type.Optional(Type.Object({ id: Type.String(), name: Type.String() })),
});
type SavedLogin = Static<typeof SavedLogin>;

const SavedLogins = Type.Object({ credentials: Type.Array(SavedLogin) });

/** The file of the person who calls, which nobody else can read: one login a server, and one for each of its organizations. */
export const savedLoginsPath = (): string => join(readUserEnvironment().configDir, 'lectern', 'credentials.json');

/** Throws LecternError for a file that cannot be meant. */
export async function findSavedLogin(server: string, organization?: string): Promise<SavedLogin | undefined> {
  return (await readAll()).find((login) => isOf(login, server, organization));
}

/** Throws `not_found`. */
export async function requireSavedLogin(server: string, organization?: string): Promise<SavedLogin> {
  const login = await findSavedLogin(server, organization);
  if (login) return login;
  const words = organization === undefined ? '' : ` --organization ${organization}`;
  throw new LecternError(
    'not_found',
    `You are not logged in at ${server}. ${INVOCATION} login --server ${server}${words}`,
  );
}

/** All of them. Throws LecternError for a file that cannot be meant. */
export const listSavedLogins = (): Promise<readonly SavedLogin[]> => readAll();

/** In place of an earlier one of the same server and organization. */
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
  if (!saved) throw new LecternError('invalid_fields', `${path} is damaged. Mend or remove it.`);
  return saved.credentials;
}

/** Whole or not at all: a crash leaves the file that there was. */
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
