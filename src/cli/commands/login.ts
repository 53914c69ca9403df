import { hostname, userInfo } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import { styleText } from 'node:util';
import { type Static, Type } from 'typebox';
import { LecternError } from '../../contract/lectern-error.ts';
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
import { parseAs } from '../parse-as.ts';
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
import { LIFETIME, NAME, SCOPE_LIST } from '../value-rules.ts';
import { revokeRemoteToken } from './logout.ts';

/** A slower server is asked less often. RFC 8628 §3.5 */
const SLOW_DOWN_SECONDS = 5;

const Waiting = Type.Object({
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
  summary: 'Get a token from a server, which you allow in the browser: your own, or one of an organization',
  example: '--server https://lectern.example.org --scopes live.list,live.get,live.update',
  options: [
    ...SERVER_OPTIONS,
    REMOTE_ORGANIZATION,
    {
      flags: '--scopes <scopes>',
      meaning: 'What it may do',
      takes: SCOPE_LIST,
      fallback: 'everything that you may do, in the organization what your role allows',
    },
    {
      flags: '--name <name>',
      meaning: 'What the token is called',
      takes: NAME,
      fallback: 'your name and that of this machine',
    },
    { flags: '--expires-days <days>', meaning: 'Days until it ends', takes: LIFETIME, fallback: '90' },
    { flags: '--no-browser', meaning: 'Show code and address, and open nothing' },
  ],
  local: async (typed) => {
    const server = requireServer(typed);
    const organizationId = findOption(typed, 'organization');
    const earlier = await findSavedLogin(server, organizationId);
    const waiting = await begin(server, typed);
    show(waiting);
    const { verification_uri_complete: address } = waiting;
    if (isServerPage(server, address) && typed.options.browser !== false) openBrowser(address);
    const { id, token, name, scopes, expires_at, account, organization } = await collect(
      server,
      waiting,
      toTokensPageUrl(server, organizationId),
    );
    if (organization?.id !== organizationId) {
      await revokeRemoteToken(server, { id, token }).catch(passOver);
      throw new LecternError('unavailable', `${server} gives no tokens of organizations: it is an older version.`);
    }
    await saveLogin({ server, id, token, scopes, expires_at, ...(organization && { organization }) });
    const replaced = earlier ? { id: earlier.id, ended: await endEarlier(server, earlier) } : null;
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
          scopes.length > 0 ? scopes.join(', ') : organization ? 'what your role allows' : 'everything that you may do',
        Ends: expires_at,
        'Kept in': saved_in,
      }),
      ...(replaced && !replaced.ended
        ? ['', `The token of before, ${replaced.id}, goes on: end it on ${toTokensPageUrl(server, organization?.id)}`]
        : []),
      '',
      `Next: ${INVOCATION} whoami ${there}`,
      `To end it: ${INVOCATION} logout ${there}`,
      ...(organization ? [`To renew it, before it ends: ${INVOCATION} login ${there}`] : []),
    ].join('\n');
  },
});

function toWish(typed: CommandCall) {
  const lifetime = findParsedOption(typed, 'expiresDays', LIFETIME);
  const scopes = findListOption(typed, 'scopes');
  const organization = findOption(typed, 'organization');
  return {
    ...(organization !== undefined && { organization_id: organization }),
    name: findOption(typed, 'name') ?? parseName(`${userInfo().username}@${hostname()}`) ?? 'Terminal',
    ...(scopes && { scopes: [...new Set(scopes)] }),
    ...(lifetime !== undefined && { expires_in_days: lifetime }),
  };
}

/** What a server names where it refuses it, by the option that has it. */
const NAMED: Readonly<Record<string, RegExp>> = { scopes: /\bscopes?\b/, name: /\bname\b/ };

async function begin(server: string, typed: CommandCall): Promise<Static<typeof Waiting>> {
  const answer = await fetchRemote(server, '/connect/terminal', { method: 'POST', body: toWish(typed) });
  const waiting = answer.status === 200 ? await parseAs(Waiting, answer.body) : null;
  if (waiting) return waiting;
  const failure = toRemoteFailure(server, answer);
  const { error } = (answer.body ?? {}) as { error?: unknown };
  // Which scopes there are, the server alone knows; what was not typed is no wrong usage.
  const wrong = Object.keys(NAMED).some((option) => findOption(typed, option) && NAMED[option]!.test(failure.message));
  throw answer.status === 400 && error === 'invalid_request' && wrong ? new UsageError(failure.message) : failure;
}

/** On standard error: standard output is for the result. */
function show({ user_code, verification_uri, verification_uri_complete }: Static<typeof Waiting>): void {
  const bold = (text: string) => styleText('bold', text, { stream: process.stderr });
  const lines = [
    `Open ${bold(verification_uri_complete)}`,
    `(or ${verification_uri} on another device, and enter the code)`,
    `and allow it if the code there is ${bold(user_code)}`,
    'Waiting …',
  ];
  process.stderr.write(`${lines.join('\n')}\n`);
}

/** Asks until a person has decided. Throws `forbidden`, `quota_exceeded`, `unavailable`. */
async function collect(
  server: string,
  waiting: Static<typeof Waiting>,
  tokensPage: string,
): Promise<Static<typeof Issued>> {
  const deadline = performance.now() + waiting.expires_in * 1000;
  let seconds = waiting.interval;
  let pause = 0;
  while (performance.now() < deadline) {
    await sleep(Math.min(Math.max(seconds, pause) * 1000, deadline - performance.now()));
    const answer = await fetchRemote(server, '/connect/terminal/token', {
      method: 'POST',
      body: { device_code: waiting.device_code },
    }).catch(passOver);
    if (!answer || answer.status === 429 || answer.status >= 500) {
      pause = answer?.retryAfterSeconds ?? 0;
      continue;
    }
    pause = 0;
    const issued = answer.status === 200 ? await parseAs(Issued, answer.body) : null;
    if (issued) return issued;
    const { error } = (answer.body ?? {}) as { error?: unknown };
    if (error === 'slow_down') seconds += SLOW_DOWN_SECONDS;
    else if (error === 'access_denied') throw new LecternError('forbidden', 'It was denied in the browser.');
    else if (error === 'expired_token') break;
    else if (error === 'quota_exceeded') {
      throw new LecternError('quota_exceeded', `There are as many tokens as are allowed. End one on ${tokensPage}`);
    } else if (error !== 'authorization_pending') throw toRemoteFailure(server, answer);
  }
  throw new LecternError(
    'forbidden',
    'Nobody allowed it in time, or whoever allowed it signed out before this terminal had its token. Try again.',
  );
}

/** A server that is away for a moment, while somebody reads a page, is asked again. */
function passOver(error: unknown): null {
  if (error instanceof LecternError && error.code === 'unavailable') return null;
  throw error;
}

/** True where the token of before is over; the new one is saved, so that it is no failure where it goes on. */
async function endEarlier(server: string, earlier: { id: string; token: string }): Promise<boolean> {
  const ended = await revokeRemoteToken(server, earlier).catch(passOver);
  return ended !== null && ended !== 'not_allowed';
}
