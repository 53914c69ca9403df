import { hash, randomBytes } from 'node:crypto';
import { crc32 } from 'node:zlib';

/**
 * A credential's secret: prefix, 43 base62 characters (256 random bits), 6 base62 characters of CRC-32 over what stands
 * before. A scanner can tell one from noise, and a mistyped one never reaches the database. [D35]
 */
export const CREDENTIAL_PREFIXES = {
  personal: 'bt_',
  service: 'svc_',
  access: 'oa_',
  refresh: 'or_',
  output: 'out_',
  remote: 'rem_',
} as const;
export type CredentialPrefix = keyof typeof CREDENTIAL_PREFIXES;

const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const RANDOM_CHARACTERS = 43;
const CHECKSUM_CHARACTERS = 6;
const FORMAT = /^(bt_|svc_|oa_|or_|out_|rem_)[0-9A-Za-z]{49}$/;

/** Also of one that was cut off or mistyped, or written into an address. */
const LIKENESS = /(bt|svc|oa|or|out|rem)(?:_|%5f)[0-9a-z]{20,}/gi;

/** True if the text holds what looks like a credential's secret. */
export const containsCredentialSecret = (text: string): boolean => text.search(LIKENESS) >= 0;

/** The text without what looks like a credential's secret: only its prefix stays. */
export const maskCredentialSecrets = (text: string): string => text.replace(LIKENESS, '$1_…');

/** A new secret. It is shown once; only its hash is kept. */
export function newCredentialSecret(prefix: CredentialPrefix): string {
  const body = CREDENTIAL_PREFIXES[prefix] + randomBase62();
  return body + checksum(body);
}

/** True if the text has the form and the checksum of a credential. */
export function isCredentialSecret(text: string): boolean {
  return FORMAT.test(text) && checksum(text.slice(0, -CHECKSUM_CHARACTERS)) === text.slice(-CHECKSUM_CHARACTERS);
}

/** What is kept and looked up: SHA-256, in hexadecimal. A secret of 256 random bits needs no salt. */
export const hashCredentialSecret = (secret: string): string => hash('sha256', secret);

function checksum(body: string): string {
  let text = '';
  for (let rest = crc32(body); text.length < CHECKSUM_CHARACTERS; rest = Math.floor(rest / 62))
    text = ALPHABET[rest % 62] + text;
  return text;
}

/** 256 random bits. */
function randomBase62(): string {
  let text = '';
  let rest = BigInt(`0x${randomBytes(32).toString('hex')}`);
  for (; text.length < RANDOM_CHARACTERS; rest /= 62n) text = ALPHABET[Number(rest % 62n)] + text;
  return text;
}
