import { readConfig } from '../../config/config.ts';
import { formatByteSize } from '../../contract/byte-size.ts';
import { packageVersion } from '../../package/package-version.ts';
import { readSecrets } from '../../secrets.ts';
import { defineLocalCommand } from '../command.ts';
import { INVOCATION } from '../invocation.ts';
import { formatFacts } from '../terminal/columns.ts';
import { runInterruptible } from '../terminal/run-interruptible.ts';
import { printError, terminal } from '../terminal/terminal.ts';

/**
 * Runs in the caller's process, even while a server on SQLite is running: readers in WAL mode block no writer, the
 * server's event loop is not involved, and the file is written with the caller's permissions.
 */
export const createBackup = defineLocalCommand({
  name: 'backup',
  summary: 'Back up all data to one file, even while the server is running; excludes the key file',
  example: '/var/backups/lectern/2026-01-31.backup',
  arguments: [{ flags: '<path>', description: 'The file to write' }],
  options: [{ flags: '--force', description: 'Overwrite the file if it exists' }],
  local: async (call) => {
    const config = readConfig(terminal().env);
    const { backUp } = await import('../../storage/backup/back-up.ts');
    const progress = await call.showProgress('Backing up');
    const { secretFile } = config;
    const force = call.options.force === true;
    const [sealKey] = readSecrets(secretFile, false).backupKeys;
    const target = { path: call.arguments[0]!, force, version: packageVersion(), secretFile, sealKey };
    const { path, bytes, sha256, manifest } = await runInterruptible((signal) =>
      backUp(config, target, { onProgress: progress.update, signal }),
    ).finally(progress.end);
    const excluded = [secretFile];
    const { created_at, tables } = manifest;
    const { recordBackup } = await import('../../storage/backup/record-backup.ts');
    await recordBackup(config, created_at).catch((error: Error) =>
      printError(`Warning: the time of the backup could not be recorded: ${error.message}`),
    );
    return { path, bytes, sha256, created_at, tables, excluded };
  },
  toText: ({ path, bytes, sha256, created_at, tables, excluded }) =>
    [
      formatFacts({
        File: path,
        Size: formatByteSize(bytes, 'en'),
        Created: created_at,
        Rows: String(Object.values(tables).reduce((sum, rows) => sum + rows, 0)),
        Digest: `sha256:${sha256}`,
      }),
      '',
      `The backup does not include the key file ${excluded[0]}. Keep a copy of it in another place.`,
      `To restore: ${INVOCATION} restore ${path}`,
    ].join('\n'),
});
