import { createHmac, hkdfSync, randomBytes } from 'node:crypto';
import { chownSync, existsSync, linkSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { ConfigError } from './config/config-error.ts';
import { createDraftPath, removeStaleSecretDrafts } from './storage/backup/secret-file-drafts.ts';
import { fsyncParentFolder } from './storage/files/fsync-parent-folder.ts';
import { makeFolder } from './storage/files/make-folder.ts';
import { currentUserName, isReadOnlyFileSystem, isUnwritable } from './storage/unusable-data-error.ts';

/**
 * The keys of an installation. The key file is kept outside the database and its backups, and is the same on all nodes.
 * [D46]
 */
export interface Secrets {
  /** Derives the key for one purpose. A key reveals nothing about the keys of other purposes. */
  key(purpose: string): Buffer;
  /** The keys that seal backups: the current one, then those from before each rotation. [D47] */
  readonly backupKeys: readonly [Buffer, ...Buffer[]];
  readonly fingerprints: KeyFingerprints;
}

/** Fingerprints that identify the keys without revealing them. */
export interface KeyFingerprints {
  readonly key: string;
  readonly lasting: string;
}

/** The content of the key file, in hexadecimal digits. */
interface Keys {
  /** The signing key, for short-lived values such as cursors and forms. Every rotation replaces it. */
  readonly key: string;
  /**
   * The long-lived key, for the purposes listed in `LASTING`. A rotation keeps it unless all keys are rotated. Defaults
   * to `key`.
   */
  readonly lasting?: string | undefined;
  /** The backup keys from before rotations, newest first. Nothing else can be derived from them. */
  readonly backups?: readonly string[] | undefined;
}

const BACKUPS = 'backups';
const LASTING: readonly string[] = ['audience secrets', 'audience passes', 'output passes', 'known browsers', BACKUPS];
const FORMAT = /^[0-9a-f]{64}$/;

/** Reads the key file, and creates it if `mayCreate` is set. Throws ConfigError. */
export function readSecrets(file: string, mayCreate: boolean): Secrets {
  if (!existsSync(file)) {
    if (!mayCreate) {
      throw new ConfigError(
        `The key file ${file} is missing. With SQLite, the server creates it when it starts. With PostgreSQL every node needs the same one: create it once with ` +
          `"(umask 077; echo '{"key":"'$(openssl rand -hex 32)'"}' > FILE)", copy it to every node, and set LECTERN_SECRET_FILE to its path.`,
      );
    }
    try {
      createSecretFile(file);
    } catch (cause) {
      if (!isUnwritable(cause)) throw cause;
      const reason = isReadOnlyFileSystem(file)
        ? 'its file system is mounted read-only'
        : `the user ${currentUserName()} has no permission to write there`;
      throw new ConfigError(`Cannot create the key file ${file}: ${reason}.`, { cause });
    }
  }
  return toSecrets(parseSecretFile(file));
}

/** Removes drafts, which contain keys, that killed processes left behind. Call it in a process that serves requests. */
export const removeStaleKeyDrafts = (file: string): void => removeStaleSecretDrafts(file);

/** New keys that are not yet written to the file. */
export interface KeyRotation {
  readonly fingerprints: KeyFingerprints;
  /**
   * Replaces the file atomically: at any time, and after a crash, it holds either the old or the new keys. Only once
   * its folder is synced is it certain which of them survive a crash.
   */
  write(): void;
}

/**
 * Generates new keys. `all` also replaces the long-lived key. `isCurrent` is false if the present file is damaged,
 * missing or of another installation: then it is not read. Throws ConfigError.
 */
export function prepareRotation(file: string, all: boolean, isCurrent: boolean): KeyRotation {
  const present = isCurrent ? parseSecretFile(file) : null;
  const backups = present && (all ? toSecrets(present).backupKeys.map((key) => key.toString('hex')) : present.backups);
  const lasting = present && !all ? (present.lasting ?? present.key) : undefined;
  const keys: Keys = { key: newKey(), lasting, backups: backups?.length ? backups : undefined };
  return { fingerprints: toSecrets(keys).fingerprints, write: () => replaceSecretFile(file, keys) };
}

function toSecrets({ key, lasting = key, backups = [] }: Keys): Secrets {
  return {
    key: (purpose) => derive(LASTING.includes(purpose) ? lasting : key, purpose),
    backupKeys: [derive(lasting, BACKUPS), ...backups.map((earlier) => Buffer.from(earlier, 'hex'))],
    fingerprints: { key: toFingerprint(key), lasting: toFingerprint(lasting) },
  };
}

const newKey = (): string => randomBytes(32).toString('hex');

const derive = (key: string, purpose: string): Buffer =>
  Buffer.from(hkdfSync('sha256', Buffer.from(key, 'hex'), '', `lectern ${purpose}`, 32));

const toFingerprint = (key: string): string =>
  createHmac('sha256', derive(key, 'key check')).update('lectern').digest('base64url');

/**
 * Creates the key file under a temporary name first, so that a crash cannot leave a partial key. Never replaces an
 * existing file. Throws ConfigError.
 */
function createSecretFile(file: string): void {
  try {
    makeFolder(dirname(file));
  } catch (cause) {
    const detail = `Cannot create the folder of the key file ${file}: ${(cause as Error).message}. Set LECTERN_SECRET_FILE to another path.`;
    throw new ConfigError(detail, { cause });
  }
  const draft = writeDraft(file, { key: newKey() });
  try {
    linkSync(draft, file);
    // Synced before the database refers to these keys and secrets depend on them.
    fsyncParentFolder(file);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  } finally {
    rmSync(draft);
  }
}

/** Keeps the owner of the old file: the server has to read a file that root wrote. */
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
    throw new ConfigError(`Cannot read the key file ${file}.`, { cause });
  }
  const { key, lasting, backups } = parsed ?? {};
  const isKey = (value: unknown): value is string => typeof value === 'string' && FORMAT.test(value);
  const areKeys = (value: unknown): value is string[] => Array.isArray(value) && value.every(isKey);
  if (!isKey(key) || !(lasting === undefined || isKey(lasting)) || !(backups === undefined || areKeys(backups))) {
    throw new ConfigError(
      `The key file ${file} must contain {"key": "…"} and, after a rotation, also "lasting" and a list "backups". Each key has 64 hexadecimal digits.`,
    );
  }
  return { key, lasting, backups };
}
