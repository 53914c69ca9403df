import { argon2, randomBytes, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';
import { LecternError } from '../../../contract/lectern-error.ts';
import { PASSWORD_MAX_CHARACTERS, PASSWORD_MIN_CHARACTERS } from '../../../contract/limits.ts';

/** The parameters that OWASP recommends for argon2id: 19 MiB, two passes, one lane. */
const COST = { memory: 19_456, passes: 2, parallelism: 1 };
const NONCE_BYTES = 16;
const TAG_BYTES = 32;
/** The most hashes computed concurrently, each using 19 MiB and a thread of the pool, and the most that wait. */
const WORKING_MAX = 2;
const WAITING_MAX = 64;
const PHC = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([A-Za-z0-9+/]+)\$([A-Za-z0-9+/]+)$/;

/** The most common passwords, in lower case. Passwords of one repeated character need no entry. */
const COMMON = new Set(
  (
    '12345678 123456789 1234567890 0123456789 87654321 0987654321 password passw0rd p@ssw0rd p@ssword password1 password123 ' +
    'qwertyui qwertyuiop qwerty12 qwerty123 qwertz123 qwertzui 1q2w3e4r 1qaz2wsx q1w2e3r4 asdfghjk asdfghjkl zxcvbnm1 abcd1234 ' +
    'abc12345 abcdefgh a1b2c3d4 iloveyou letmein1 welcome1 welcome123 trustno1 sunshine princess football baseball superman ' +
    'starwars whatever computer internet changeme administrator admin123 12341234 11223344 12121212 passwort passwort1 hallo123 ' +
    'willkommen geheim123 ichliebedich senha123 mudar123 brasil123 deusefiel jesuscristo jesuschrist jesus123 lectern1 lectern123'
  ).split(' '),
);

/** The reason why a password is not accepted. */
export type PasswordProblem = 'too_short' | 'too_long' | 'common' | 'personal';

/**
 * Checks a new password by NIST SP 800-63B §3.1.1.2: length and a list of common passwords, without composition rules.
 * `known` are the user's name and e-mail address, which others know. Returns null for an accepted password.
 */
export function findPasswordProblem(password: string, known: readonly string[]): PasswordProblem | null {
  const normalized = normalize(password);
  const characters = [...normalized].length;
  if (characters < PASSWORD_MIN_CHARACTERS) return 'too_short';
  if (characters > PASSWORD_MAX_CHARACTERS) return 'too_long';
  const plain = normalized.toLowerCase();
  if (COMMON.has(plain) || new Set(plain).size === 1) return 'common';
  const personal = known.flatMap((text) => [text, text.split('@', 1)[0]!, text.replaceAll(/\s/g, '')]);
  return personal.some((text) => normalize(text).toLowerCase() === plain) ? 'personal' : null;
}

/**
 * Hashes a password to a PHC string. Throws `invalid_fields` for an invalid password and `unavailable` if too many
 * hashes are queued.
 */
export async function hashPassword(password: string): Promise<string> {
  const problem = findPasswordProblem(password, []);
  if (problem === 'too_short' || problem === 'too_long') {
    const rule = `A password has ${PASSWORD_MIN_CHARACTERS} to ${PASSWORD_MAX_CHARACTERS} characters.`;
    throw new LecternError('invalid_fields', rule);
  }
  const nonce = randomBytes(NONCE_BYTES);
  const tag = await derive(password, nonce, COST, TAG_BYTES);
  const { memory, passes, parallelism } = COST;
  return `$argon2id$v=19$m=${memory},t=${passes},p=${parallelism}$${toBase64(nonce)}$${toBase64(tag)}`;
}

/**
 * Verifies a password. Takes the same time for a user without a password and for an unknown user (null). `outdated` is
 * true if the password should be hashed again with the current parameters. Throws `unavailable` if too many hashes are
 * queued.
 */
export async function verifyPassword(
  password: string,
  hash: string | null,
): Promise<{ right: boolean; outdated: boolean }> {
  if (hash === null) {
    await derive(password, randomBytes(NONCE_BYTES), COST, TAG_BYTES);
    return { right: false, outdated: false };
  }
  const [, memory, passes, parallelism, nonce, tag] = PHC.exec(hash) ?? [];
  if (!nonce || !tag) throw new Error('a password hash that is kept is none of argon2id');
  const cost = { memory: Number(memory), passes: Number(passes), parallelism: Number(parallelism) };
  const expected = Buffer.from(tag, 'base64');
  const right = timingSafeEqual(await derive(password, Buffer.from(nonce, 'base64'), cost, expected.length), expected);
  const outdated = (Object.keys(COST) as (keyof typeof COST)[]).some((name) => cost[name] !== COST[name]);
  return { right, outdated };
}

/** Normalizes the characters that keyboards compose differently. */
const normalize = (text: string): string => text.normalize('NFKC');

const deriveNow = promisify(argon2);
let working = 0;
const waiting: (() => void)[] = [];

async function derive(password: string, nonce: Buffer, cost: typeof COST, tagLength: number): Promise<Buffer> {
  if (working < WORKING_MAX) working++;
  else if (waiting.length < WAITING_MAX) await new Promise<void>((resolve) => waiting.push(resolve));
  else throw new LecternError('unavailable', 'Too many people are signing in at the moment.', { retryAfterSeconds: 2 });
  try {
    return await deriveNow('argon2id', { message: normalize(password), nonce, tagLength, ...cost });
  } finally {
    // The next waiting hash takes over the slot.
    const next = waiting.shift();
    if (next) next();
    else working--;
  }
}

const toBase64 = (bytes: Uint8Array): string => Buffer.from(bytes).toString('base64').replaceAll('=', '');
