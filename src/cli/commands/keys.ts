import { existsSync } from 'node:fs';
import { Type } from 'typebox';
import { ConfigError } from '../../config/config-error.ts';
import { LecternError } from '../../contract/lectern-error.ts';
import { Strict } from '../../contract/schemas/shapes.ts';
import {
  findStoredFingerprints,
  matchesStored,
  restoreFingerprints,
  type StoredFingerprints,
  storeFingerprints,
} from '../../domain/key-fingerprints.ts';
import type { Installation } from '../../installation.ts';
import { type KeyFingerprints, type KeyRotation, prepareRotation, readSecrets } from '../../secrets.ts';
import { fsyncParentFolder } from '../../storage/files/fsync-parent-folder.ts';
import { defineCommand } from '../command.ts';

/** Runs where the installation is open. With SQLite that is the running server, which owns the file. */
export const rotateKeys = defineCommand({
  name: 'keys rotate',
  summary: 'Generate new keys in the key file; servers use them after a restart',
  example: '--yes',
  options: [
    {
      flags: '--all',
      description:
        'Also replace the key of audience secrets, which must then be renewed; use it too if the file is lost',
    },
    {
      flags: '--yes',
      description: 'Confirm that cursors and open forms become invalid; sessions, tokens and apps stay valid',
      required: 'Cursors and open forms become invalid, and every server must be restarted: add --yes to confirm.',
    },
  ],
  input: Strict({ all: Type.Boolean() }),
  toInput: (call) => ({ all: call.options.all === true }),
  execute: async (installation, { all }) => {
    await rotate(installation, all);
    const { engine } = installation.storage;
    return { file: installation.secretFile, engine, audience_secrets: all ? 'ended' : 'kept' };
  },
  audit: ({ input }) => ({ owner: null, resource: input.all ? 'all' : null }),
  toText: ({ file, engine, audience_secrets }) =>
    [
      `Wrote new keys to ${file}. Keep a copy of it, separate from the backups.`,
      audience_secrets === 'kept'
        ? 'Audience secrets, sessions, passkeys, tokens and apps stay valid.'
        : 'Audience secrets are no longer valid: renew each one. Sessions, passkeys, tokens and apps stay valid.',
      'Older cursors are rejected, and forms that are open now must be submitted again.',
      engine === 'sqlite'
        ? 'Next: restart the server. Until then it uses the old keys.'
        : 'Next: copy the file to every node, then restart the nodes one after another. Until then they use the old keys; a ' +
          'node does not start without the new file.',
    ].join('\n'),
});

/**
 * Replaces the file. During the replacement both keys are accepted, so a crash at any point leaves an installation that
 * starts.
 */
async function rotate({ storage, secretFile }: Installation, all: boolean): Promise<void> {
  const known = await findStoredFingerprints(storage);
  if (!all && storage.engine === 'sqlite' && !existsSync(secretFile)) {
    const detail = `The key file ${secretFile} is missing. Put it back. If it is lost, use --all.`;
    throw new LecternError('invalid_fields', detail);
  }
  const current = all ? findCurrentFingerprints(secretFile, known) : requireCurrentFingerprints(secretFile, known);
  const rotation = planKeyRotation(secretFile, all, current !== null);
  await storeFingerprints(storage, rotation.fingerprints, ...(current ? [current] : []));
  try {
    rotation.write();
  } catch (cause) {
    await restoreFingerprints(storage, known);
    const detail = `The key file ${secretFile} cannot be replaced: ${(cause as Error).message}. The keys are unchanged.`;
    throw new LecternError('unavailable', detail, { cause });
  }
  // Until the rename is durable, a crash may bring back the old file, whose fingerprints must stay valid.
  fsyncParentFolder(secretFile);
  await storeFingerprints(storage, rotation.fingerprints);
}

function findCurrentFingerprints(file: string, known: StoredFingerprints): KeyFingerprints | null {
  try {
    return requireCurrentFingerprints(file, known);
  } catch (error) {
    if (error instanceof LecternError) return null;
    throw error;
  }
}

/**
 * Returns the fingerprints of the key file. Throws `invalid_fields` if it is not the file that the installation uses:
 * new keys must never replace a wrong file.
 */
function requireCurrentFingerprints(file: string, known: StoredFingerprints): KeyFingerprints {
  const { fingerprints } = withPublicErrors(() => readSecrets(file, false));
  if (matchesStored(known, fingerprints)) return fingerprints;
  throw new LecternError(
    'invalid_fields',
    `The key file ${file} is not the one that this installation uses. Put the right file there; on another node, copy the new ` +
      'file instead of rotating again. If the file is lost, use --all.',
  );
}

const planKeyRotation = (file: string, all: boolean, isCurrent: boolean): KeyRotation =>
  withPublicErrors(() => prepareRotation(file, all, isCurrent));

/** Converts ConfigError, so that the caller gets the message even through a running server. */
function withPublicErrors<Result>(work: () => Result): Result {
  try {
    return work();
  } catch (error) {
    throw error instanceof ConfigError ? new LecternError('invalid_fields', error.message) : error;
  }
}
