import { createHmac, hkdfSync, randomBytes } from 'node:crypto';
import { chownSync, existsSync, linkSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { ConfigError } from './config/config-error.ts';
import { createDraftPath, removeStaleSecretDrafts } from './storage/backup/secret-file-drafts.ts';
import { fsyncParentFolder } from './storage/files/fsync-parent-folder.ts';
import { makeFolder } from './storage/files/make-folder.ts';
import { currentUserName, isReadOnlyFileSystem, isUnwritable } from './storage/unusable-data-error.ts';

/** The key file: kept outside the database and its backups, equal on all nodes. [D46] */
export interface Secrets {
  /** A key for one purpose; purposes cannot learn each other's. */
  key(purpose: string): Buffer;
  readonly fingerprints: KeyFingerprints;
}

/** What tells keys from others without giving them away: of the one that signs, and of the one that lasts. */
export interface KeyFingerprints {
  readonly key: string;
  readonly lasting: string;
}

/** What the file holds, in hexadecimal digits. */
interface Keys {
  /** It signs what can be had again at once, such as cursors and forms: new with each rotation. */
  readonly key: string;
  /** For what people hold for long, below; a rotation leaves it alone unless it is told otherwise. Absent: `key`. */
  readonly lasting?: string | undefined;
}

const LASTING: readonly string[] = ['audience secrets', 'audience passes', 'output passes', 'known browsers'];
const FORMAT = /^[0-9a-f]{64}$/;

/** Reads the key file; makes one where that is allowed. Throws ConfigError. */
export function readSecrets(file: string, mayCreate: boolean): Secrets {
  if (!existsSync(file)) {
    if (!mayCreate) {
      throw new ConfigError(
        `The key file ${file} is missing. With PostgreSQL every node needs the same one: make it once with ` +
          `"(umask 077; echo '{"key":"'$(openssl rand -hex 32)'"}' > FILE)", copy it to every node, and name it in LECTERN_SECRET_FILE.`,
      );
    }
    try {
      createSecretFile(file);
    } catch (cause) {
      if (!isUnwritable(cause)) throw cause;
      const reason = isReadOnlyFileSystem(file)
        ? 'its file system is mounted read-only'
        : `the user ${currentUserName()} may not write there`;
      throw new ConfigError(`The key file ${file} cannot be made: ${reason}.`, { cause });
    }
  }
  return toSecrets(parseSecretFile(file));
}

/** Drafts of killed processes, which hold keys. To be called by whoever serves. */
export const removeStaleKeyDrafts = (file: string): void => removeStaleSecretDrafts(file);

/** New keys for a file, which they are not in yet. */
export interface KeyRotation {
  readonly fingerprints: KeyFingerprints;
  /**
   * Puts them there in one step: at every moment, and after a crash, the file has the old ones or the new ones. Which of them is
   * certain after a crash only when its folder is synchronized.
   */
  write(): void;
}

/** `all`: the key that lasts too, and whatever the file holds now, if it is there. Throws ConfigError. */
export function prepareRotation(file: string, all: boolean): KeyRotation {
  const present = all ? null : parseSecretFile(file);
  const keys: Keys = { key: newKey(), lasting: present ? (present.lasting ?? present.key) : undefined };
  return { fingerprints: toSecrets(keys).fingerprints, write: () => replaceSecretFile(file, keys) };
}

function toSecrets({ key, lasting = key }: Keys): Secrets {
  return {
    key: (purpose) => derive(LASTING.includes(purpose) ? lasting : key, purpose),
    fingerprints: { key: toCheck(key), lasting: toCheck(lasting) },
  };
}

const newKey = (): string => randomBytes(32).toString('hex');

const derive = (key: string, purpose: string): Buffer =>
  Buffer.from(hkdfSync('sha256', Buffer.from(key, 'hex'), '', `lectern ${purpose}`, 32));

const toCheck = (key: string): string =>
  createHmac('sha256', derive(key, 'key check')).update('lectern').digest('base64url');

/** Complete before it has its name, so that a crash cannot leave half a key; an existing file is never replaced. Throws ConfigError. */
function createSecretFile(file: string): void {
  try {
    makeFolder(dirname(file));
  } catch (cause) {
    const detail = `The folder of the key file ${file} cannot be made: ${(cause as Error).message}. LECTERN_SECRET_FILE names another.`;
    throw new ConfigError(detail, { cause });
  }
  const draft = writeDraft(file, { key: newKey() });
  try {
    linkSync(draft, file);
    // Before the database knows these keys, and secrets depend on them.
    fsyncParentFolder(file);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  } finally {
    rmSync(draft);
  }
}

/** It belongs to whom the old one belongs to: the server has to read what root has made. */
function replaceSecretFile(file: string, keys: Keys): void {
  makeFolder(dirname(file));
  removeStaleKeyDrafts(file);
  const draft = writeDraft(file, keys);
  try {
    const { uid, gid } = statSync(existsSync(file) ? file : dirname(file));
    if (process.getuid?.() === 0) chownSync(draft, uid, gid);
    renameSync(draft, file);
  } catch (error) {
    rmSync(draft, { force: true });
    throw error;
  }
}

function writeDraft(file: string, keys: Keys): string {
  const draft = createDraftPath(file);
  writeFileSync(draft, `${JSON.stringify(keys)}\n`, { mode: 0o600, flag: 'wx', flush: true });
  return draft;
}

function parseSecretFile(file: string): Keys {
  let parsed: Partial<Record<keyof Keys, unknown>>;
  try {
    parsed = JSON.parse(readFileSync(file, 'utf8')) as typeof parsed;
  } catch (cause) {
    throw new ConfigError(`The key file ${file} cannot be read.`, { cause });
  }
  const { key, lasting } = parsed ?? {};
  const isKey = (value: unknown): value is string => typeof value === 'string' && FORMAT.test(value);
  if (!isKey(key) || !(lasting === undefined || isKey(lasting))) {
    throw new ConfigError(
      `The key file ${file} must hold {"key": "…"}, and after a rotation "lasting" beside it, each with 64 hexadecimal digits.`,
    );
  }
  return { key, lasting };
}
