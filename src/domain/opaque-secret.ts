import { hash, randomBytes } from 'node:crypto';

/** 256 random bits, 43 characters: what a browser, a link or a request shows once or for a while. Only its hash is kept. */
export const newOpaqueSecret = (): string => randomBytes(32).toString('base64url');

const FORMAT = /^[A-Za-z0-9_-]{43}$/;

/** Anything else is nobody's, and is not looked up. */
export const isOpaqueSecret = (text: unknown): text is string => typeof text === 'string' && FORMAT.test(text);

/** What is kept and looked up. A secret of 256 random bits needs no salt. */
export const hashOpaqueSecret = (secret: string): string => hash('sha256', secret);
