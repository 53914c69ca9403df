import { hash, randomBytes } from 'node:crypto';
import { crc32 } from 'node:zlib';

/**
 * A credential secret is a prefix, 43 base62 characters (256 random bits) and 6 base62 characters of CRC-32 over the
 * preceding text. Secret scanners can recognize it, and mistyped secrets are rejected without a query. [D35]
 */
export const CREDENTIAL_PREFIXES = {
  personal: 'bt_',
  service: 'svc_',
  access: 'oa_',
  refresh: 'or_',
  output: 'out_',
  remote: 'rem_',
  button: 'btn_',
} as const;
export type CredentialPrefix = keyof typeof CREDENTIAL_PREFIXES;

const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const RANDOM_CHARACTERS = 43;
const CHECKSUM_CHARACTERS = 6;
const FORMAT = /^(bt_|svc_|oa_|or_|out_|rem_|btn_)[0-9A-Za-z]{49}$/;

/** Matches secrets, including those that are truncated, mistyped or URL-encoded. */
const LOOKS_LIKE_SECRET = /(bt|svc|oa|or|out|rem|btn)(?:_|%5f)[0-9a-z]{20,}/gi;

/** Returns true if the text contains something that looks like a credential secret. */
export const containsCredentialSecret = (text: string): boolean => text.search(LOOKS_LIKE_SECRET) >= 0;

/** Masks everything that looks like a credential secret, keeping only its prefix. */
export const maskCredentialSecrets = (text: string): string => text.replace(LOOKS_LIKE_SECRET, '$1_…');

/** Generates a secret. It is shown once; only its hash is stored. */
export function newCredentialSecret(prefix: CredentialPrefix): string {
  const body = CREDENTIAL_PREFIXES[prefix] + randomBase62();
  return body + checksum(body);
}

/** Returns true if the text has the form and checksum of a credential secret. */
export function isCredentialSecret(text: string): boolean {
  return FORMAT.test(text) && checksum(text.slice(0, -CHECKSUM_CHARACTERS)) === text.slice(-CHECKSUM_CHARACTERS);
}

/** Returns the hash to store and query: SHA-256 in hexadecimal. A secret of 256 random bits needs no salt. */
export const hashCredentialSecret = (secret: string): string => hash('sha256', secret);

function checksum(body: string): string {
  let text = '';
  for (let rest = crc32(body); text.length < CHECKSUM_CHARACTERS; rest = Math.floor(rest / 62))
    text = ALPHABET[rest % 62] + text;
  return text;
}

/** Returns 256 random bits in base62. */
function randomBase62(): string {
  let text = '';
  let rest = BigInt(`0x${randomBytes(32).toString('hex')}`);
  for (; text.length < RANDOM_CHARACTERS; rest /= 62n) text = ALPHABET[Number(rest % 62n)] + text;
  return text;
}
