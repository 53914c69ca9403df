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

/** Runs where the installation is open: on SQLite that is the running server, whose file it is. */
export const rotateKeys = defineCommand({
  name: 'keys rotate',
  summary: 'Make new keys in the key file; servers use them after a restart',
  example: '--yes',
  options: [
    {
      flags: '--all',
      meaning:
        'Also the key of audience secrets, which then have to be made anew; the way on where the file is lost, too',
    },
    {
      flags: '--yes',
      meaning: 'Yes, end cursors and open forms; sessions, tokens and apps stay',
      required:
        'Cursors and open forms of before end, and every server has to be restarted: add --yes to make new keys.',
    },
  ],
  input: Strict({ all: Type.Boolean() }),
  toInput: (typed) => ({ all: typed.options.all === true }),
  execute: async (installation, { all }) => {
    await rotate(installation, all);
    const { engine } = installation.storage;
    return { file: installation.secretFile, engine, audience_secrets: all ? 'ended' : 'kept' };
  },
  audit: ({ input }) => ({ owner: null, resource: input.all ? 'all' : null }),
  toText: ({ file, engine, audience_secrets }) =>
    [
      `New keys are in ${file}. Keep a copy of it, apart from the backups.`,
      audience_secrets === 'kept'
        ? 'Audience secrets stay, and so do sessions, passkeys, tokens and apps.'
        : 'Audience secrets have ended: make each anew. Sessions, passkeys, tokens and apps stay.',
      'Cursors of before are refused, and a form that is open now is to be sent once more.',
      engine === 'sqlite'
        ? 'Next: restart the server. Until then it goes on with the keys of before.'
        : 'Next: copy the file to every node, then restart them one after another. Until then they go on with the keys of before; a ' +
          'node that starts without the new file refuses.',
    ].join('\n'),
});

/** While the file is replaced either keys are right, so that a crash at any moment leaves an installation that starts. */
async function rotate({ storage, secretFile }: Installation, all: boolean): Promise<void> {
  const known = await findStoredFingerprints(storage);
  if (!all && storage.engine === 'sqlite' && !existsSync(secretFile)) {
    const detail = `The key file ${secretFile} is missing. Put it back; if it is lost, --all makes new keys.`;
    throw new LecternError('invalid_fields', detail);
  }
  const present = all ? findPresent(secretFile, known) : requirePresent(secretFile, known);
  const rotation = plan(secretFile, all);
  await storeFingerprints(storage, rotation.fingerprints, ...(present ? [present] : []));
  try {
    rotation.write();
  } catch (cause) {
    await restoreFingerprints(storage, known);
    const detail = `The key file ${secretFile} cannot be replaced: ${(cause as Error).message}. The keys are as they were.`;
    throw new LecternError('unavailable', detail, { cause });
  }
  // Until its name is certain to outlast a crash, the old file may come back, whose checks must still count.
  fsyncParentFolder(secretFile);
  await storeFingerprints(storage, rotation.fingerprints);
}

function findPresent(file: string, known: StoredFingerprints): KeyFingerprints | null {
  try {
    return requirePresent(file, known);
  } catch (error) {
    if (error instanceof LecternError) return null;
    throw error;
  }
}

/** New keys follow those that the installation is used with, never a wrong file's. */
function requirePresent(file: string, known: StoredFingerprints): KeyFingerprints {
  const { fingerprints: checks } = explained(() => readSecrets(file, false));
  if (matchesStored(known, checks)) return checks;
  throw new LecternError(
    'invalid_fields',
    `The key file ${file} is not the one that this installation is used with. Put the right one there; on another node, copy the new ` +
      'one instead of making one more. If it is lost, --all makes new keys.',
  );
}

const plan = (file: string, all: boolean): KeyRotation => explained(() => prepareRotation(file, all));

/** Whoever called it hears what is wrong with the file, also through the server. */
function explained<Result>(work: () => Result): Result {
  try {
    return work();
  } catch (error) {
    throw error instanceof ConfigError ? new LecternError('invalid_fields', error.message) : error;
  }
}
