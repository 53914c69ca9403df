import { homedir } from 'node:os';
import { isAbsolute, join } from 'node:path';
import type { Environment } from './settings.ts';

/**
 * Returns the folder for the settings of the user of the command line, whether this machine can open a browser, and the
 * token in the environment.
 */
export function readUserEnvironment(env: Environment = process.env) {
  const windows = process.platform === 'win32';
  const folder = (windows ? env.APPDATA : env.XDG_CONFIG_HOME) ?? '';
  const remote = env.SSH_CONNECTION !== undefined;
  const screen = windows || process.platform === 'darwin' || env.DISPLAY || env.WAYLAND_DISPLAY;
  return {
    configDir: isAbsolute(folder) ? folder : join(homedir(), '.config'),
    desktop: Boolean(screen) && !remote,
    token: env.LECTERN_TOKEN?.trim() || undefined,
  };
}
