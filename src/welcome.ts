import { styleText } from 'node:util';
import { renderUnicodeCompact } from 'uqr';
import { isLiteralLoopback, isLoopback } from './config/addresses.ts';
import type { Config } from './config/config.ts';
import { isNetworkHost } from './config/connection.ts';
import { networkOrigin, sharedOrigin } from './config/network-origin.ts';
import { serverCommand } from './config/server-command.ts';
import { CONSOLE_PATH, NETWORK_PATH } from './contract/console-page.ts';
import { FIRST_TOKEN_DAYS, SIGN_IN_LINK_HOURS } from './contract/limits.ts';
import { ROLE_SCOPES } from './contract/scopes.ts';
import type { FirstLive, OwnerSignIn } from './first-start.ts';

interface Welcome {
  config: Config;
  lan: boolean;
  /** Shown only at the very first start, in a terminal. */
  token: string | null;
  /** Null if the owner can sign in without help. */
  ownerSignIn: OwnerSignIn | null;
  lives: readonly FirstLive[];
}

/** Prints how to open the console, where the audience finds each Live, and how a program starts. [D46] */
export function printWelcome(
  { config, lan, token, ownerSignIn, lives }: Welcome,
  write = (line: string) => console.log(line),
): void {
  const bold = (text: string) => styleText('bold', text);
  const local = config.publicUrl;
  const networkAddress = lan ? networkOrigin(config.port) : null;
  const consoleOrigin = signInOrigin(config, networkAddress);
  const audience = (origin: string, live: FirstLive) => `${origin}/l/${live.id}`;

  write(`${bold('Lectern')} is ready. ${otherDevices(config)}`);
  write('');
  if (ownerSignIn && 'path' in ownerSignIn) {
    write(`  Open this link to sign in (it works once, within ${SIGN_IN_LINK_HOURS} hours):`);
    write('');
    write(`    ${bold(consoleOrigin + ownerSignIn.path)}`);
    if (!canSignIn(config))
      write(
        '    Signing in needs HTTPS (a proxy in front), a literal address such as 127.0.0.1, or LECTERN_INSECURE_LAN=on.',
      );
  } else {
    write(`  Console  ${bold(consoleOrigin + CONSOLE_PATH)}`);
    if (ownerSignIn) {
      write('  The owner has no password and no passkey. To create a link that sets a password:');
      write(`    ${serverCommand(config, ['user', 'reset-link', '--email', ownerSignIn.email])}`);
    }
  }
  write('');
  for (const live of lives) {
    write(`  Audience of "${live.name}"`);
    write(`    here          ${audience(local, live)}`);
    write(`    screen        ${audience(local, live)}?view=screen`);
    if (networkAddress) write(`    your network  ${bold(audience(networkAddress, live))}`);
  }
  const [first] = lives;
  if (networkAddress && first) write(`\n${renderUnicodeCompact(audience(networkAddress, first))}\n`);
  if (!isPrivate(config)) {
    write(
      '  Anyone on this network can open the audience pages. The connection is not encrypted: others can read tokens.',
    );
    if (lan && config.plainSignIn === 'nowhere')
      write(
        `  Signing in works only on this machine, unless you trust the network and allow it at ${NETWORK_PATH}, or set LECTERN_INSECURE_LAN=on.`,
      );
    write('  Outside a trusted network, put an HTTPS proxy in front and set LECTERN_PUBLIC_URL.');
  }
  write('');
  write('  For developers');
  write(`    API           ${local}/docs`);
  if (token && first) {
    write(
      `    Show John 3:16-18 on the screen (the token is shown only once, and ends after ${FIRST_TOKEN_DAYS} days):`,
    );
    write('');
    write(pushLine(local, first.id, token));
  } else if (first) {
    const options = ['--expires-days', String(FIRST_TOKEN_DAYS), '--scopes', ROLE_SCOPES.operator.join(',')];
    const words = ['token', 'create', '--organization', first.organizationId, ...options];
    write(`    A new token   ${serverCommand(config, words)}`);
  }
  write('');
}

/** Returns how other devices get in, or where that is turned on. [D78] */
function otherDevices(config: Config): string {
  const { host, hostDecidedBy, databaseUrl, publicUrl } = config;
  const shared = sharedOrigin(config);
  if (shared !== null) return `Other devices open ${shared}`;
  if (!isLoopback(host)) return 'No network address found. Is this machine connected?';
  const isDecided = hostDecidedBy !== null || databaseUrl !== null;
  const where = isDecided
    ? 'Start it with HOST=0.0.0.0'
    : `An administrator lets them in at ${publicUrl}${NETWORK_PATH}`;
  return `Other devices cannot connect. ${where}`;
}

/**
 * Returns a command for a POSIX shell that reads the current ETag and shows a passage with it, so that it can be run
 * repeatedly.
 */
function pushLine(origin: string, liveId: string, token: string): string {
  const live = `${origin}/v1/lives/${liveId}`;
  const authorization = `-H 'Authorization: Bearer ${token}'`;
  const etag = `$(curl -fsSo /dev/null -D - ${authorization} ${live} | tr -d '\\r' | sed -n 's/^etag: //p')`;
  return `  curl -sS ${live}/passages ${authorization} -H 'Content-Type: application/json' -H "If-Match: ${etag}" -d '{"passage":"John 3:16-18","replace":true}'`;
}

/** Returns whether only this machine, or only HTTPS clients, can reach the server. */
const isPrivate = ({ host, publicUrl }: Config): boolean =>
  publicUrl.startsWith('https:') || (isLoopback(host) && isLoopback(new URL(publicUrl).hostname));

/** Returns whether the page that a sign-in link opens accepts it. [D46] */
function canSignIn({ publicUrl, plainSignIn }: Config): boolean {
  const { protocol, host, hostname } = new URL(publicUrl);
  const isAllowed = plainSignIn === 'anywhere' || (plainSignIn === 'network' && isNetworkHost(host));
  return protocol === 'https:' || isAllowed || isLiteralLoopback(hostname);
}

/** Returns the origin for signing in: the network address if that is allowed, so that the link opens on any device. */
const signInOrigin = ({ publicUrl, plainSignIn }: Config, networkAddress: string | null): string =>
  plainSignIn === 'anywhere' && networkAddress && isLoopback(new URL(publicUrl).hostname) ? networkAddress : publicUrl;
