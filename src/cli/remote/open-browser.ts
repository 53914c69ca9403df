import { spawn } from 'node:child_process';
import { readUserEnvironment } from '../../config/user-environment.ts';

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
  if (!process.stderr.isTTY || !readUserEnvironment().desktop || !/^https?:$/.test(new URL(address).protocol)) return;
  const [file, ...words] = OPENERS[process.platform] ?? ['xdg-open'];
  // The address is printed too, so a browser that does not open is no error.
  spawn(file, [...words, address], { detached: true, stdio: 'ignore' })
    .once('error', () => {})
    .unref();
}
