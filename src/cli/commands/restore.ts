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

export const restoreBackup = defineLocalCommand({
  name: 'restore',
  summary: 'Replace all data by those of a backup, of either engine; the server must not run',
  example: '/var/backups/lectern/2026-01-31.backup',
  arguments: [{ flags: '<path>', meaning: 'A file that "backup" has written' }],
  options: [{ flags: '--force', meaning: 'Replace the data that are there already' }],
  local: async (typed) => {
    const config = readConfig();
    const { restore } = await import('../../storage/backup/restore.ts');
    const progress = await typed.showProgress('Restoring');
    const source = {
      path: typed.arguments[0]!,
      force: typed.options.force === true,
      createAuditRecord: (sha256: string) =>
        toAuditRecord(toCommandActor('restore'), { owner: null, resource: `sha256:${sha256}` }),
    };
    const { manifest, sha256, tables, kept, facts } = await runInterruptible((signal) =>
      restore(config, source, { onProgress: progress.update, signal }),
    ).finally(progress.end);
    const { version, engine, created_at } = manifest;
    const key_file = examineKeyFile(config.secretFile, facts);
    return { backup: { version, engine, created_at, sha256 }, tables, kept, required: [config.secretFile], key_file };
  },
  toText: ({ backup, tables, kept, required, key_file }) =>
    [
      formatFacts({
        'Backup of': `${backup.created_at} (Lectern ${backup.version}, ${backup.engine})`,
        Rows: String(Object.values(tables).reduce((sum, rows) => sum + rows, 0)),
        ...(kept === null ? {} : { 'From before': kept }),
      }),
      '',
      toKeyFileText(key_file, required[0]!),
      'ETags, cursors and streams from before do not pass any more; clients and displays go on by themselves.',
      'Next: npm start',
    ].join('\n'),
});

type KeyFile = 'right' | 'other' | 'missing' | 'unknown';

/** Whether it is the one that the restored data were used with; backups of older versions do not say. */
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
  if (keyFile === 'right') return `The key file ${file} is the one that the data were used with.`;
  const needed = `The restored data need the key file that they were used with, as ${file}`;
  if (keyFile !== 'other') return `${needed}.`;
  return `${needed}, and the one there is ANOTHER: put the right one there. If it is lost: ${INVOCATION} keys rotate --all`;
}
