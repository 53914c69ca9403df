import { statSync } from 'node:fs';
import { join } from 'node:path';
import type { Config } from '../../config/config.ts';
import { ConfigError } from '../../config/config-error.ts';
import {
  matchesStored,
  matchesStoredLasting,
  type StoredFingerprints,
  toStoredFingerprints,
} from '../../domain/key-fingerprints.ts';
import { readSecrets, type Secrets } from '../../secrets.ts';
import { pathExists } from '../../storage/files/path-exists.ts';
import { inspectInstallationValues } from '../../storage/inspect-database.ts';
import { isUnwritable } from '../../storage/unusable-data-error.ts';
import { INVOCATION } from '../invocation.ts';
import { type Check, ok, problem, warning } from './check.ts';

const name = 'Key file';

export async function examineKeyFile(config: Config): Promise<Check> {
  const { secretFile } = config;
  if (!pathExists(secretFile)) return examineMissing(config);
  let secrets: Secrets;
  try {
    secrets = readSecrets(secretFile, false);
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    if (error.cause !== undefined && isUnwritable(error.cause)) throw error.cause;
    return problem(name, error.message, 'Put the right file back, readable by the user of the server.');
  }
  const known = await findKnown(config);
  if (known && !matchesStored(known, secrets.fingerprints))
    return toOther(config, matchesStoredLasting(known, secrets.fingerprints));
  const mode = statSync(secretFile).mode & 0o777;
  if (process.platform !== 'win32' && (mode & 0o077) !== 0) {
    return warning(name, `${secretFile} is open to other users (mode ${mode.toString(8)})`, `chmod 600 ${secretFile}`);
  }
  return ok(name, secretFile);
}

function examineMissing({ secretFile, databaseUrl, dataDir }: Config): Check {
  const fresh = databaseUrl === null && !pathExists(join(dataDir, 'lectern.db'));
  if (fresh) return ok(name, `${secretFile} will be made by the first start`);
  const next =
    'Put it back from where its copy is kept, or set LECTERN_SECRET_FILE: without it audience secrets, cookies and cursors end. ' +
    (databaseUrl === null
      ? 'If no server has ever run here, the first start makes it.'
      : `docs/how-to/run-with-postgresql.md; if it is lost: ${INVOCATION} keys rotate --all`);
  return problem(name, `${secretFile} is missing`, next);
}

function toOther({ secretFile, databaseUrl }: Config, lasts: boolean): Check {
  const ends = lasts ? 'cursors end' : 'audience secrets cannot be read, and cursors end';
  const next =
    'Put the right one back from where its copy is kept, or set LECTERN_SECRET_FILE. ' +
    (databaseUrl === null
      ? `If it is lost: the next start goes on with this one${lasts ? '' : '; make audience secrets anew then'}.`
      : `Nodes do not start with this one. If the right one is lost: ${INVOCATION} keys rotate --all`);
  return problem(name, `${secretFile} is not the one that this installation is used with: ${ends}`, next);
}

/** Null where the database does not say; what is wrong with it is the business of its own check. */
async function findKnown(config: Config): Promise<StoredFingerprints | null> {
  try {
    return toStoredFingerprints(await inspectInstallationValues(config));
  } catch {
    return null;
  }
}
