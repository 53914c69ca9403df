import { existsSync } from 'node:fs';
import { readConfig } from '../../config/config.ts';
import { ConfigError } from '../../config/config-error.ts';
import { toAuditRecord, toCommandActor } from '../../domain/audit/audit.ts';
import { matchesStoredLasting, toStoredFingerprints } from '../../domain/key-fingerprints.ts';
import { readSecrets } from '../../secrets.ts';
import { defineLocalCommand } from '../command.ts';
import { INVOCATION } from '../invocation.ts';
import { formatFacts } from '../terminal/columns.ts';
import { runInterruptible } from '../terminal/run-interruptible.ts';
import { terminal } from '../terminal/terminal.ts';

export const restoreBackup = defineLocalCommand({
  name: 'restore',
  summary: 'Replace all data with those of a backup, from either database engine; stop the server first',
  example: '/var/backups/lectern/2026-01-31.backup',
  arguments: [{ flags: '<path>', description: 'A file written by "backup"' }],
  options: [
    { flags: '--force', description: 'Overwrite existing data, and restore a backup that the key file has not sealed' },
  ],
  local: async (call) => {
    const config = readConfig(terminal().env);
    const { restore } = await import('../../storage/backup/restore.ts');
    const progress = await call.showProgress('Restoring');
    const force = call.options.force === true;
    const source = {
      path: call.arguments[0]!,
      force,
      sealKeys: readSealKeys(config.secretFile, force),
      createAuditRecord: (sha256: string) =>
        toAuditRecord(toCommandActor('restore'), { owner: null, resource: `sha256:${sha256}` }),
    };
    const { manifest, sha256, sealed, tables, kept, facts } = await runInterruptible((signal) =>
      restore(config, source, { onProgress: progress.update, signal }),
    ).finally(progress.end);
    const { version, engine, created_at } = manifest;
    const key_file = examineKeyFile(config.secretFile, facts);
    return {
      backup: { version, engine, created_at, sha256, sealed },
      tables,
      kept,
      required: [config.secretFile],
      key_file,
    };
  },
  toText: ({ backup, tables, kept, required, key_file }) =>
    [
      formatFacts({
        'Backup of': `${backup.created_at} (Lectern ${backup.version}, ${backup.engine})`,
        Rows: String(Object.values(tables).reduce((sum, rows) => sum + rows, 0)),
        ...(kept === null ? {} : { 'Old data': kept }),
      }),
      '',
      ...(backup.sealed ? [] : ['The backup was made by another installation, or by an older version.']),
      toKeyFileText(key_file, required[0]!),
      'ETags, cursors and streams from before the restore are no longer valid. Clients and displays recover by themselves.',
      'Next: npm start',
    ].join('\n'),
});

type KeyFile = 'right' | 'other' | 'missing' | 'unknown';

/** Returns the keys that may have sealed the backup. Without a usable key file, it can only be forced. */
function readSealKeys(file: string, force: boolean): readonly Uint8Array[] {
  if (!existsSync(file)) return [];
  try {
    return readSecrets(file, false).backupKeys;
  } catch (error) {
    if (force && error instanceof ConfigError) return [];
    throw error;
  }
}

/** Returns whether the key file matches the restored data. Backups of older versions do not record it. */
function examineKeyFile(file: string, facts: ReadonlyMap<string, string>): KeyFile {
  if (!existsSync(file)) return 'missing';
  const known = toStoredFingerprints(facts);
  if (known.lasting === null) return 'unknown';
  try {
    return matchesStoredLasting(known, readSecrets(file, false).fingerprints) ? 'right' : 'other';
  } catch (error) {
    if (error instanceof ConfigError) return 'other';
    throw error;
  }
}

function toKeyFileText(keyFile: KeyFile, file: string): string {
  if (keyFile === 'right') return `The key file ${file} matches the restored data.`;
  const needed = `The restored data need their original key file at ${file}`;
  if (keyFile !== 'other') return `${needed}.`;
  return `${needed}, but the file there is a DIFFERENT one. Replace it. If the original is lost: ${INVOCATION} keys rotate --all`;
}
