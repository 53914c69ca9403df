import { spawn } from 'node:child_process';
import { readUserEnvironment } from '../../config/user-environment.ts';
import { terminal } from '../terminal/terminal.ts';

const OPENERS: Partial<Record<NodeJS.Platform, readonly [string, ...string[]]>> = {
  darwin: ['open'],
  // Unlike `start`, it does not interpret characters of the address.
  win32: ['rundll32', 'url.dll,FileProtocolHandler'],
};

/**
 * Opens an http(s) address in the browser if a person uses an interactive terminal on a desktop. Otherwise does
 * nothing.
 */
export function openBrowser(address: string): void {
  const { stderr, env } = terminal();
  if (!stderr.isTTY || !readUserEnvironment(env).desktop || !/^https?:$/.test(new URL(address).protocol)) return;
  const [file, ...words] = OPENERS[process.platform] ?? ['xdg-open'];
  // The address is printed too, so a browser that does not open is no error.
  spawn(file, [...words, address], { detached: true, stdio: 'ignore' })
    .once('error', () => {})
    .unref();
}
