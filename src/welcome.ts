import { styleText } from 'node:util';
import { renderUnicodeCompact } from 'uqr';
import { isLiteralLoopback, isLoopback } from './config/addresses.ts';
import type { Config } from './config/config.ts';
import { networkOrigin } from './config/network-origin.ts';
import { CONSOLE_PATH } from './contract/console-page.ts';
import { SIGN_IN_LINK_HOURS } from './contract/limits.ts';
import type { FirstLive, OwnerSignIn } from './first-start.ts';

interface Welcome {
  config: Config;
  lan: boolean;
  /** Shown at the very first start, and never again. */
  token: string | null;
  /** Null: the owner can sign in without help. */
  ownerEntry: OwnerSignIn | null;
  lives: readonly FirstLive[];
}

/** Tells a person how to get into the console, where the audience finds each Live, and how a program begins. [D46] */
export function printWelcome(
  { config, lan, token, ownerEntry, lives }: Welcome,
  write = (line: string) => console.log(line),
): void {
  const bold = (text: string) => styleText('bold', text);
  const local = config.publicUrl;
  const shared = lan ? networkOrigin(config.port) : null;
  const entrance = signInOrigin(config, shared);
  const audience = (origin: string, live: FirstLive) => `${origin}/l/${live.id}`;

  write('');
  write(`${bold('Lectern')} is ready.`);
  write('');
  if (ownerEntry && 'path' in ownerEntry) {
    write(`  Open this link to sign in and begin (it works once, within ${SIGN_IN_LINK_HOURS} hours):`);
    write('');
    write(`    ${bold(entrance + ownerEntry.path)}`);
    if (!canSignIn(config))
      write('    It needs HTTPS (a proxy in front), a literal address such as 127.0.0.1, or LECTERN_INSECURE_LAN=on.');
  } else {
    write(`  Console  ${bold(entrance + CONSOLE_PATH)}`);
    if (ownerEntry) {
      write('  The owner has no password and no passkey. For a link to sign in and set a password:');
      write(`    npm run --silent lectern -- user reset-link --email ${ownerEntry.email}`);
    }
  }
  write('');
  for (const live of lives) {
    write(`  Audience of "${live.name}"`);
    write(`    here          ${audience(local, live)}`);
    write(`    screen        ${audience(local, live)}?view=screen`);
    if (shared) write(`    your network  ${bold(audience(shared, live))}`);
  }
  const [first] = lives;
  if (shared && first) write(`\n${renderUnicodeCompact(audience(shared, first))}\n`);
  if (lan && !shared) write('  No network address was found: is this machine connected?');
  if (!isPrivate(config)) {
    write(
      '  Anyone on this network can open the audience pages. The connection is not encrypted: others can read tokens.',
    );
    if (lan && !config.insecureLan)
      write('  Signing in works on this machine alone, unless you trust the network and set LECTERN_INSECURE_LAN=on.');
    write('  For more than a trusted network put a proxy with HTTPS in front and set LECTERN_PUBLIC_URL.');
  }
  write('');
  write('  For developers');
  write(`    API           ${local}/docs`);
  if (token && first) {
    write('    Put John 3:16-18 on the screen (the token is shown this once; keep it):');
    write('');
    write(pushLine(local, first.id, token));
  } else if (first) {
    write(`    A new token   npm run --silent lectern -- token create --organization ${first.organizationId}`);
  }
  write('');
}

/** One line for a POSIX shell: reads the present ETag, then shows a passage with it, however often it is run. */
function pushLine(origin: string, liveId: string, token: string): string {
  const live = `${origin}/v1/lives/${liveId}`;
  const authorization = `-H 'Authorization: Bearer ${token}'`;
  const etag = `$(curl -fsSo /dev/null -D - ${authorization} ${live} | tr -d '\\r' | sed -n 's/^etag: //p')`;
  return `  curl -sS ${live}/passages ${authorization} -H 'Content-Type: application/json' -H "If-Match: ${etag}" -d '{"passage":"John 3:16-18","replace":true}'`;
}

/** Reached by this machine alone, or by HTTPS. */
const isPrivate = ({ host, publicUrl }: Config): boolean =>
  publicUrl.startsWith('https:') || (isLoopback(host) && isLoopback(new URL(publicUrl).hostname));

/** As a link to sign in is judged where it leads to. [D46] */
const canSignIn = ({ publicUrl, insecureLan }: Config): boolean =>
  publicUrl.startsWith('https:') || insecureLan || isLiteralLoopback(new URL(publicUrl).hostname);

/** Where people sign in: in the network where that is allowed, so that the link opens on any device. */
const signInOrigin = ({ publicUrl, insecureLan }: Config, shared: string | null): string =>
  insecureLan && shared && isLoopback(new URL(publicUrl).hostname) ? shared : publicUrl;
