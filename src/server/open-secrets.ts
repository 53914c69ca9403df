import type { Logger } from 'pino';
import type { Config } from '../config/config.ts';
import { ConfigError } from '../config/config-error.ts';
import {
  checkOrStoreKeys,
  findStoredFingerprints,
  matchesStoredLasting,
  storeFingerprints,
} from '../domain/key-fingerprints.ts';
import type { Installation } from '../installation.ts';
import { readSecrets, removeStaleKeyDrafts, type Secrets } from '../secrets.ts';

/**
 * Reads the keys of this installation. With PostgreSQL, a key file that differs from that of the other nodes is
 * rejected. With SQLite a different file is accepted with a warning, because the original can be lost. Throws
 * ConfigError.
 */
export async function openSecrets({ secretFile }: Config, { storage }: Installation, log: Logger): Promise<Secrets> {
  const secrets = readSecrets(secretFile, storage.engine === 'sqlite');
  removeStaleKeyDrafts(secretFile);
  if (await checkOrStoreKeys(storage, secrets.fingerprints)) return secrets;
  if (storage.engine === 'postgres') {
    throw new ConfigError(
      `The key file ${secretFile} differs from the key file of the other nodes. Copy theirs to this node, also after ` +
        '"lectern keys rotate". If the key file is lost, create new keys with "lectern keys rotate --all --yes".',
    );
  }
  const lasts = matchesStoredLasting(await findStoredFingerprints(storage), secrets.fingerprints);
  const ends = lasts ? 'cursors and open forms' : 'cursors, open forms, audience secrets and admissions';
  log.warn({ file: secretFile, ends }, 'the key file has changed');
  await storeFingerprints(storage, secrets.fingerprints);
  return secrets;
}
