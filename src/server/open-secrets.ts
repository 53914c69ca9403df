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
 * Reads the keys of this installation. With PostgreSQL a key file that differs from that of the other nodes is refused. With SQLite
 * it is taken, since the right one may be lost. Throws ConfigError.
 */
export async function openSecrets({ secretFile }: Config, { storage }: Installation, log: Logger): Promise<Secrets> {
  const secrets = readSecrets(secretFile, storage.engine === 'sqlite');
  removeStaleKeyDrafts(secretFile);
  if (await checkOrStoreKeys(storage, secrets.fingerprints)) return secrets;
  if (storage.engine === 'postgres') {
    throw new ConfigError(
      `The key file ${secretFile} is not the one that this installation is used with: it differs from that of the other nodes. ` +
        'Copy theirs here; after "lectern keys rotate" that is the new one. If the right one is lost, make new keys with ' +
        '"lectern keys rotate --all --yes".',
    );
  }
  const lasts = matchesStoredLasting(await findStoredFingerprints(storage), secrets.fingerprints);
  const ends = lasts ? 'cursors and open forms' : 'cursors, open forms, audience secrets and who was let in by them';
  log.warn({ file: secretFile, ends }, 'the key file is another one than before');
  await storeFingerprints(storage, secrets.fingerprints);
  return secrets;
}
