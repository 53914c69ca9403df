import { hostname, userInfo } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import { styleText } from 'node:util';
import { type Static, Type } from 'typebox';
import { LecternError } from '../../contract/lectern-error.ts';
import { parseAs } from '../../contract/parse-as.ts';
import { parseName } from '../../domain/name.ts';
import {
  type CommandCall,
  defineLocalCommand,
  findListOption,
  findOption,
  findParsedOption,
  UsageError,
} from '../command.ts';
import { INVOCATION } from '../invocation.ts';
import { openBrowser } from '../remote/open-browser.ts';
import {
  fetchRemote,
  isServerPage,
  REMOTE_ORGANIZATION,
  requireServer,
  SERVER_OPTIONS,
  toRemoteFailure,
  toTokensPageUrl,
} from '../remote/remote-server.ts';
import { findSavedLogin, savedLoginsPath, saveLogin } from '../remote/saved-logins.ts';
import { formatFacts } from '../terminal/columns.ts';
import { printError, terminal } from '../terminal/terminal.ts';
import { LIFETIME, NAME, SCOPE_LIST } from '../value-rules.ts';
import { revokeRemoteToken } from './logout.ts';

/** Added to the polling interval on `slow_down`. RFC 8628 §3.5 */
const SLOW_DOWN_SECONDS = 5;

const PendingLogin = Type.Object({
  device_code: Type.String(),
  user_code: Type.String({ pattern: '^[A-Z]{4}-[A-Z]{4}$' }),
  verification_uri: Type.String({ pattern: '^https?://[!-~]+$' }),
  verification_uri_complete: Type.String({ pattern: '^https?://[!-~]+$' }),
  expires_in: Type.Integer({ minimum: 1 }),
  interval: Type.Integer({ minimum: 1 }),
});
const Issued = Type.Object({
  id: Type.String(),
  token: Type.String(),
  name: Type.String(),
  scopes: Type.Array(Type.String()),
  expires_at: Type.String(),
  account: Type.Object({ id: Type.String(), name: Type.String() }),
  organization: Type.Optional(Type.Object({ id: Type.String(), name: Type.String() })),
});

export const login = defineLocalCommand({
  name: 'login',
  summary: 'Log in to a server by approving a token in the browser: your own, or one of an organization',
  example: '--server https://lectern.example.org --scopes live.list,live.get,live.update',
  options: [
    ...SERVER_OPTIONS,
    REMOTE_ORGANIZATION,
    {
      flags: '--scopes <scopes>',
      description: 'Scopes of the token',
      takes: SCOPE_LIST,
      fallback: 'everything that you can do; for an organization everything that your role allows',
    },
    {
      flags: '--name <name>',
      description: 'Name of the token',
      takes: NAME,
      fallback: 'your user name and this machine',
    },
    { flags: '--expires-days <days>', description: 'Days until the token expires', takes: LIFETIME, fallback: '90' },
    { flags: '--no-browser', description: 'Show the code and address without opening a browser' },
  ],
  local: async (call) => {
    const server = requireServer(call);
    const organizationId = findOption(call, 'organization');
    const previous = await findSavedLogin(server, organizationId);
    const pending = await requestCode(server, call);
    printCode(pending);
    const { verification_uri_complete: address } = pending;
    if (isServerPage(server, address) && call.options.browser !== false) openBrowser(address);
    const { id, token, name, scopes, expires_at, account, organization } = await pollForToken(
      server,
      pending,
      toTokensPageUrl(server, organizationId),
    );
    if (organization?.id !== organizationId) {
      await revokeRemoteToken(server, { id, token }).catch(ignoreOutage);
      throw new LecternError(
        'unavailable',
        `${server} is an older version that does not issue tokens for organizations.`,
      );
    }
    await saveLogin({ server, id, token, scopes, expires_at, ...(organization && { organization }) });
    const replaced = previous ? { id: previous.id, ended: await revokePrevious(server, previous) } : null;
    return {
      server,
      id,
      token,
      name,
      scopes,
      expires_at,
      account,
      ...(organization && { organization }),
      saved_in: savedLoginsPath(),
      replaced,
    };
  },
  toText: ({ server, id, name, scopes, expires_at, account, organization, saved_in, replaced }) => {
    const there = `--server ${server}${organization ? ` --organization ${organization.id}` : ''}`;
    return [
      formatFacts({
        Account: account.name,
        ...(organization && { Organization: organization.name }),
        Token: `${id} (${name})`,
        Scopes:
          scopes.length > 0 ? scopes.join(', ') : organization ? 'what your role allows' : 'everything that you can do',
        Expires: expires_at,
        'Saved in': saved_in,
      }),
      ...(replaced && !replaced.ended
        ? [
            '',
            `The previous token ${replaced.id} is still valid. Revoke it on ${toTokensPageUrl(server, organization?.id)}`,
          ]
        : []),
      '',
      `Next: ${INVOCATION} whoami ${there}`,
      `To log out: ${INVOCATION} logout ${there}`,
      ...(organization ? [`To renew it before it expires: ${INVOCATION} login ${there}`] : []),
    ].join('\n');
  },
});

function toTokenRequest(call: CommandCall) {
  const lifetime = findParsedOption(call, 'expiresDays', LIFETIME);
  const scopes = findListOption(call, 'scopes');
  const organization = findOption(call, 'organization');
  return {
    ...(organization !== undefined && { organization_id: organization }),
    name: findOption(call, 'name') ?? parseName(`${userInfo().username}@${hostname()}`) ?? 'Terminal',
    ...(scopes && { scopes: [...new Set(scopes)] }),
    ...(lifetime !== undefined && { expires_in_days: lifetime }),
  };
}

/** Patterns that show which option a server rejected, by the name of the option. */
const OPTION_PATTERNS: Readonly<Record<string, RegExp>> = { scopes: /\bscopes?\b/, name: /\bname\b/ };

async function requestCode(server: string, call: CommandCall): Promise<Static<typeof PendingLogin>> {
  const response = await fetchRemote(server, '/connect/terminal', { method: 'POST', body: toTokenRequest(call) });
  const pending = response.status === 200 ? await parseAs(PendingLogin, response.body) : null;
  if (pending) return pending;
  const failure = toRemoteFailure(server, response);
  const { error } = (response.body ?? {}) as { error?: unknown };
  // Only the server knows the valid scopes, so it validates them. A refused value is a usage error only if it was
  // typed.
  const wrong = Object.keys(OPTION_PATTERNS).some(
    (option) => findOption(call, option) && OPTION_PATTERNS[option]!.test(failure.message),
  );
  throw response.status === 400 && error === 'invalid_request' && wrong ? new UsageError(failure.message) : failure;
}

/** Prints the code to standard error, because standard output is for the result. */
function printCode({ user_code, verification_uri, verification_uri_complete }: Static<typeof PendingLogin>): void {
  const bold = (text: string) => styleText('bold', text, { stream: terminal().stderr });
  const lines = [
    `Open ${bold(verification_uri_complete)}`,
    `(or open ${verification_uri} on another device and enter the code),`,
    `and allow it if it shows the code ${bold(user_code)}`,
    'Waiting …',
  ];
  printError(lines.join('\n'));
}

/** Polls until a person has decided. Throws `forbidden`, `quota_exceeded`, `unavailable`. */
async function pollForToken(
  server: string,
  pending: Static<typeof PendingLogin>,
  tokensPage: string,
): Promise<Static<typeof Issued>> {
  const deadline = performance.now() + pending.expires_in * 1000;
  let seconds = pending.interval;
  let retryAfter = 0;
  while (performance.now() < deadline) {
    await sleep(Math.min(Math.max(seconds, retryAfter) * 1000, deadline - performance.now()));
    const response = await fetchRemote(server, '/connect/terminal/token', {
      method: 'POST',
      body: { device_code: pending.device_code },
    }).catch(ignoreOutage);
    if (!response || response.status === 429 || response.status >= 500) {
      retryAfter = response?.retryAfterSeconds ?? 0;
      continue;
    }
    retryAfter = 0;
    const issued = response.status === 200 ? await parseAs(Issued, response.body) : null;
    if (issued) return issued;
    const { error } = (response.body ?? {}) as { error?: unknown };
    if (error === 'slow_down') seconds += SLOW_DOWN_SECONDS;
    else if (error === 'access_denied') throw new LecternError('forbidden', 'The login was denied in the browser.');
    else if (error === 'expired_token') break;
    else if (error === 'quota_exceeded') {
      throw new LecternError('quota_exceeded', `The maximum number of tokens is reached. Revoke one on ${tokensPage}`);
    } else if (error !== 'authorization_pending') throw toRemoteFailure(server, response);
  }
  throw new LecternError(
    'forbidden',
    'The login was not allowed in time, or you signed out in the browser before this terminal received its token. Try again.',
  );
}

/** Ignores `unavailable`, because a server may be away for a moment while a person reads the page. */
function ignoreOutage(error: unknown): null {
  if (error instanceof LecternError && error.code === 'unavailable') return null;
  throw error;
}

/**
 * Revokes the previous token. Returns whether it has ended. The new token is saved by then, so a failure is not an
 * error.
 */
async function revokePrevious(server: string, previous: { id: string; token: string }): Promise<boolean> {
  const ended = await revokeRemoteToken(server, previous).catch(ignoreOutage);
  return ended !== null && ended !== 'not_allowed';
}
