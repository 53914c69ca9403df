import { styleText } from 'node:util';
import { renderUnicodeCompact } from 'uqr';
import { isLiteralLoopback, isLoopback } from './config/addresses.ts';
import type { Config } from './config/config.ts';
import { networkOrigin } from './config/network-origin.ts';
import { SIGN_IN_LINK_HOURS } from './contract/limits.ts';
import type { FirstLive } from './first-start.ts';

interface Welcome {
  config: Config;
  lan: boolean;
  /** Shown at the very first start, and never again. */
  token: string | null;
  /** Likewise. */
  signInLink: string | null;
  /** E-mail address of an owner who cannot sign in without a link. */
  ownerToSignIn: string | null;
  lives: readonly FirstLive[];
}

/** Tells a person where everything is, and what to do next. [D46] */
export function printWelcome(
  { config, lan, token, signInLink, ownerToSignIn, lives }: Welcome,
  write = (line: string) => console.log(line),
): void {
  const bold = (text: string) => styleText('bold', text);
  const local = config.publicUrl;
  const shared = lan ? networkOrigin(config.port) : null;
  const audience = (origin: string, live: FirstLive) => `${origin}/l/${live.id}`;

  write('');
  write(`${bold('Lectern')} is ready at ${bold(local)}`);
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
      '  Anyone on this network can open these pages, and the connection is not encrypted: whoever listens can read',
    );
    write('  tokens. For more than a trusted network put a proxy with HTTPS in front and set LECTERN_PUBLIC_URL.');
  }
  write(`  API             ${local}/docs`);
  write('');
  if (signInLink) {
    write(
      `  Sign in as the owner (the link works once, within ${SIGN_IN_LINK_HOURS} hours; then set a password or add a passkey):`,
    );
    write(`    ${bold(signInLink)}`);
    if (!canSignIn(config))
      write('    It needs HTTPS (a proxy in front), a literal address such as 127.0.0.1, or LECTERN_INSECURE_LAN=on.');
    write('');
  } else if (ownerToSignIn) {
    write('  Nobody can sign in as the owner yet. For a link to do so:');
    write(`    npm run --silent lectern -- user reset-link --email ${ownerToSignIn}`);
    write('');
  }
  if (token && first) {
    write('  Put John 3:16-18 on the screen (the token is shown this once; keep it):');
    write('');
    write(pushLine(local, first.id, token));
    write('');
  } else if (first) {
    write('  A new token to push with:');
    write(`    npm run --silent lectern -- token create --organization ${first.organizationId}`);
    write('');
  }
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
