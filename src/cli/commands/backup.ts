import { readConfig } from '../../config/config.ts';
import { packageVersion } from '../../package/package-version.ts';
import { defineLocalCommand } from '../command.ts';
import { INVOCATION } from '../invocation.ts';
import { formatFacts } from '../terminal/columns.ts';
import { formatSize } from '../terminal/format-size.ts';
import { runInterruptible } from '../terminal/run-interruptible.ts';

/**
 * Runs in the caller's own process, also beside a server on SQLite: readers in WAL mode hold up nobody, the server's event loop
 * has nothing to do with it, and the file belongs to the caller, where the caller may write.
 */
export const createBackup = defineLocalCommand({
  name: 'backup',
  summary: 'Write all data into one file, also while the server runs; the key file is not in it',
  example: '/var/backups/lectern/2026-01-31.backup',
  arguments: [{ flags: '<path>', meaning: 'The file to write' }],
  options: [{ flags: '--force', meaning: 'Replace the file if it is there already' }],
  local: async (typed) => {
    const config = readConfig();
    const { backUp } = await import('../../storage/backup/back-up.ts');
    const progress = await typed.showProgress('Backing up');
    const { secretFile } = config;
    const force = typed.options.force === true;
    const target = { path: typed.arguments[0]!, force, version: packageVersion(), secretFile };
    const { path, bytes, sha256, manifest } = await runInterruptible((signal) =>
      backUp(config, target, { onProgress: progress.update, signal }),
    ).finally(progress.end);
    const excluded = [secretFile];
    const { created_at, tables } = manifest;
    return { path, bytes, sha256, created_at, tables, excluded };
  },
  toText: ({ path, bytes, sha256, created_at, tables, excluded }) =>
    [
      formatFacts({
        File: path,
        Size: formatSize(bytes),
        Shows: created_at,
        Rows: String(Object.values(tables).reduce((sum, rows) => sum + rows, 0)),
        Digest: `sha256:${sha256}`,
      }),
      '',
      `The key file ${excluded[0]} is not in it: keep a copy of that too, in another place.`,
      `To restore: ${INVOCATION} restore ${path}`,
    ].join('\n'),
});
