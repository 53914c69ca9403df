import { spawn } from 'node:child_process';
import { readUserEnvironment } from '../../config/user-environment.ts';

const OPENERS: Partial<Record<NodeJS.Platform, readonly [string, ...string[]]>> = {
  darwin: ['open'],
  // Unlike `start`, it reads nothing into the address.
  win32: ['rundll32', 'url.dll,FileProtocolHandler'],
};

/** Opens an http(s) address where a person sits at a terminal with a screen. Where it does not come to that, nothing happens. */
export function openBrowser(address: string): void {
  if (!process.stderr.isTTY || !readUserEnvironment().desktop || !/^https?:$/.test(new URL(address).protocol)) return;
  const [file, ...words] = OPENERS[process.platform] ?? ['xdg-open'];
  // The address is shown as well, so a browser that does not come is no failure.
  spawn(file, [...words, address], { detached: true, stdio: 'ignore' })
    .once('error', () => {})
    .unref();
}
