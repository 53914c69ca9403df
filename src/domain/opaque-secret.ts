import { hash, randomBytes } from 'node:crypto';

/** Generates a secret of 256 random bits, 43 characters, for cookies, links and requests. Only its hash is stored. */
export const newOpaqueSecret = (): string => randomBytes(32).toString('base64url');

const FORMAT = /^[A-Za-z0-9_-]{43}$/;

/** Returns true if the text has the form of a secret. Other texts are never queried. */
export const isOpaqueSecret = (text: unknown): text is string => typeof text === 'string' && FORMAT.test(text);

/** Returns the hash to store and query. A secret of 256 random bits needs no salt. */
export const hashOpaqueSecret = (secret: string): string => hash('sha256', secret);
