import { readConfig } from '../config.ts';
import { toFacts } from './columns.ts';
import { defineLocalCommand } from './command.ts';
import { interruptible } from './interruptible.ts';

export const restoreBackup = defineLocalCommand({
  name: 'restore',
  summary: 'Replace all data by those of a backup, of either engine; the server must not run',
  example: '/var/backups/lectern-2026-01-31.backup',
  arguments: [{ flags: '<path>', meaning: 'A file that "backup" has written' }],
  options: [{ flags: '--force', meaning: 'Also where there are data already' }],
  local: async (typed) => {
    const config = readConfig();
    const { restore } = await import('../storage/backup/restore.ts');
    const progress = await typed.showProgress('Restoring');
    const source = { path: typed.arguments[0]!, force: typed.options.force === true };
    const { manifest, sha256, tables, kept } = await interruptible((signal) =>
      restore(config, source, { onProgress: progress.update, signal }),
    ).finally(progress.end);
    const { version, engine, created_at } = manifest;
    return { backup: { version, engine, created_at, sha256 }, tables, kept, required: [config.secretFile] };
  },
  toText: ({ backup, tables, kept, required }) =>
    [
      toFacts({
        'Backup of': `${backup.created_at} (Lectern ${backup.version}, ${backup.engine})`,
        Rows: String(Object.values(tables).reduce((sum, rows) => sum + rows, 0)),
        ...(kept === null ? {} : { 'From before': kept }),
      }),
      '',
      `The restored data need the key file that they were used with, as ${required[0]}.`,
      'ETags, cursors and streams from before do not pass any more; clients and displays go on by themselves.',
      'Next: npm start',
    ].join('\n'),
});
