import { hkdfSync, randomBytes } from 'node:crypto';
import { existsSync, linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { ConfigError } from './config.ts';

/** The key file: kept outside the database and its backups, equal on all nodes. [D46] */
export interface Secrets {
  /** A key for one purpose; purposes cannot learn each other's. */
  key(purpose: string): Buffer;
}

const FORMAT = /^[0-9a-f]{64}$/;

/** Reads the key file; makes one where that is allowed. Throws ConfigError. */
export function readSecrets(file: string, mayCreate: boolean): Secrets {
  if (!existsSync(file)) {
    if (!mayCreate) {
      throw new ConfigError(
        `The key file ${file} is missing. With PostgreSQL every node needs the same one: make it once with ` +
          `"echo '{"key":"'$(openssl rand -hex 32)'"}' > FILE", copy it to every node, and name it in LECTERN_SECRET_FILE.`,
      );
    }
    createSecretFile(file);
  }
  const master = parseSecretFile(file);
  return { key: (purpose) => Buffer.from(hkdfSync('sha256', master, '', `lectern ${purpose}`, 32)) };
}

/** Complete before it has its name, so that a crash cannot leave half a key; an existing file is never replaced. */
function createSecretFile(file: string): void {
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
  const draft = `${file}.${process.pid}`;
  writeFileSync(draft, `${JSON.stringify({ key: randomBytes(32).toString('hex') })}\n`, { mode: 0o600, flush: true });
  try {
    linkSync(draft, file);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  } finally {
    rmSync(draft);
  }
}

function parseSecretFile(file: string): Buffer {
  let key: unknown;
  try {
    key = (JSON.parse(readFileSync(file, 'utf8')) as { key?: unknown }).key;
  } catch (cause) {
    throw new ConfigError(`The key file ${file} cannot be read.`, { cause });
  }
  if (typeof key !== 'string' || !FORMAT.test(key)) {
    throw new ConfigError(`The key file ${file} must hold {"key": "…"} with 64 hexadecimal digits.`);
  }
  return Buffer.from(key, 'hex');
}
