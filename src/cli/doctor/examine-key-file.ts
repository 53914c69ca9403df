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
    return problem(name, error.message, 'Put the right file back and make it readable by the user of the server.');
  }
  const known = await findKnown(config);
  if (known && !matchesStored(known, secrets.fingerprints))
    return toWrongFile(config, matchesStoredLasting(known, secrets.fingerprints));
  const mode = statSync(secretFile).mode & 0o777;
  if (process.platform !== 'win32' && (mode & 0o077) !== 0) {
    return warning(
      name,
      `${secretFile} is accessible to other users (mode ${mode.toString(8)})`,
      `chmod 600 ${secretFile}`,
    );
  }
  return ok(name, secretFile);
}

function examineMissing({ secretFile, databaseUrl, dataDir }: Config): Check {
  const fresh = databaseUrl === null && !pathExists(join(dataDir, 'lectern.db'));
  if (fresh) return ok(name, `the first start will create ${secretFile}`);
  const next =
    'Restore it from a copy, or set LECTERN_SECRET_FILE. Without it, audience secrets, cookies and cursors become invalid. ' +
    (databaseUrl === null
      ? 'If no server has ever run here, the first start creates it.'
      : `docs/how-to/run-with-postgresql.md; if it is lost: ${INVOCATION} keys rotate --all`);
  return problem(name, `${secretFile} is missing`, next);
}

function toWrongFile({ secretFile, databaseUrl }: Config, lastingMatches: boolean): Check {
  const effect = lastingMatches
    ? 'cursors become invalid'
    : 'audience secrets cannot be read, and cursors become invalid';
  const next =
    'Restore the right file from a copy, or set LECTERN_SECRET_FILE. ' +
    (databaseUrl === null
      ? `If it is lost, the next start uses this file${lastingMatches ? '' : '; renew the audience secrets then'}.`
      : `Nodes do not start with this file. If the right file is lost: ${INVOCATION} keys rotate --all`);
  return problem(name, `${secretFile} is not the key file of this installation: ${effect}`, next);
}

/** Returns the keys that the database knows. Null if it cannot be read, which its own check reports. */
async function findKnown(config: Config): Promise<StoredFingerprints | null> {
  try {
    return toStoredFingerprints(await inspectInstallationValues(config));
  } catch {
    return null;
  }
}
