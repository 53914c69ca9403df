import { ROOT_FOLDER } from '../package/root-folder.ts';
import { type Config, defaultSecretFile } from './config.ts';

/** Settings that a command needs to work on the data of this server. */
export type ServerCommandConfig = Pick<Config, 'dataDir' | 'databaseUrl' | 'secretFile'>;

/**
 * Returns a command for the data of this server, for a shell in any folder and without settings. The address of a
 * PostgreSQL database contains a password, so the shell takes it from the environment, or stops. It names folders of
 * the server, so only administrators may see it. [D69]
 */
export function serverCommand(
  { dataDir, databaseUrl, secretFile }: ServerCommandConfig,
  words: readonly string[],
): string {
  const settings = [
    `LECTERN_DATA_DIR=${quoteForShell(dataDir)}`,
    ...(databaseUrl === null ? [] : [`LECTERN_DATABASE_URL="\${LECTERN_DATABASE_URL:?}"`]),
    ...(secretFile === defaultSecretFile(dataDir) ? [] : [`LECTERN_SECRET_FILE=${quoteForShell(secretFile)}`]),
  ];
  return `cd ${quoteForShell(ROOT_FOLDER)} && ${settings.join(' ')} ${lecternCommand(words)}`;
}

/** Returns a command for a shell in Lectern's folder with the settings of the server. */
export const lecternCommand = (words: readonly string[]): string =>
  ['npm', 'run', '--silent', 'lectern', '--', ...words].map(quoteForShell).join(' ');

const quoteForShell = (text: string): string =>
  /^[\p{L}\p{N}_@%+=:,./…-]+$/u.test(text) ? text : `'${text.replaceAll("'", String.raw`'\''`)}'`;
