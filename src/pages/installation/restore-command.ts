import { type Config, defaultSecretFile } from '../../config/config.ts';
import { ROOT_FOLDER } from '../../package/root-folder.ts';

/**
 * Returns the command that restores a backup to the data of this server, for a shell in any folder and without
 * settings. The address of a PostgreSQL database contains a password, so the shell takes it from the environment, or
 * stops. [D69]
 */
export function restoreCommand(
  { dataDir, databaseUrl, secretFile }: Pick<Config, 'dataDir' | 'databaseUrl' | 'secretFile'>,
  path: string,
): string {
  const settings = [
    `LECTERN_DATA_DIR=${quoteForShell(dataDir)}`,
    ...(databaseUrl === null ? [] : [`LECTERN_DATABASE_URL="\${LECTERN_DATABASE_URL:?}"`]),
    ...(secretFile === defaultSecretFile(dataDir) ? [] : [`LECTERN_SECRET_FILE=${quoteForShell(secretFile)}`]),
  ];
  return `cd ${quoteForShell(ROOT_FOLDER)} && ${settings.join(' ')} npm run --silent lectern -- restore --force ${quoteForShell(path)}`;
}

const quoteForShell = (text: string): string =>
  /^[\p{L}\p{N}_@%+=:,./…-]+$/u.test(text) ? text : `'${text.replaceAll("'", String.raw`'\''`)}'`;
