import { isLoopback } from '../config/addresses.ts';

/** Whether a link is found by this machine alone, as those are where nothing says at which address people come. */
export const isForThisMachine = (url: string): boolean => isLoopback(new URL(url).hostname);

/** What to do where others are to find it. */
export const PUBLIC_ADDRESS_ADVICE = 'Set LECTERN_PUBLIC_URL to the address that people use.';
