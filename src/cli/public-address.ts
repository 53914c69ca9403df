import { isLoopback } from '../config/addresses.ts';

/** Returns whether a link works only on this machine, as all links do until LECTERN_PUBLIC_URL is set. */
export const isLoopbackUrl = (url: string): boolean => isLoopback(new URL(url).hostname);

/** Advice for links that should work on other machines. */
export const PUBLIC_ADDRESS_ADVICE = 'Set LECTERN_PUBLIC_URL to the address that people use.';
