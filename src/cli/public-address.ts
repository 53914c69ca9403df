import { isLoopback } from '../config/addresses.ts';

/** Whether a link works on this machine alone, as all links do while LECTERN_PUBLIC_URL is not set. */
export const isLoopbackUrl = (url: string): boolean => isLoopback(new URL(url).hostname);

/** Advice for a link that others are to open. */
export const PUBLIC_ADDRESS_ADVICE = 'Set LECTERN_PUBLIC_URL to the address that people use.';
