import type { LiveOutput } from '../live/live-lists.ts';

/** The dialog that is open, with what it is about. */
export type OpenDialog =
  | { readonly kind: 'new-output'; readonly code?: string; readonly view?: LiveOutput['view'] }
  | { readonly kind: 'output'; readonly id: string }
  /** The address of an output or a remote link, which is told once. */
  | { readonly kind: 'address'; readonly name: string; readonly url: string; readonly overlay: boolean }
  | { readonly kind: 'outline' }
  | { readonly kind: 'remote-links' };
