import type { LiveOutput } from '../live/live-lists.ts';

/** Open dialog, with its parameters. */
export type OpenDialog =
  | { readonly kind: 'new-output'; readonly code?: string; readonly view?: LiveOutput['view'] }
  | { readonly kind: 'output'; readonly id: string }
  /** Address of an output or a remote link, which is shown only once. */
  | { readonly kind: 'address'; readonly name: string; readonly url: string; readonly overlay: boolean }
  | { readonly kind: 'outline' }
  | { readonly kind: 'remote-links' };
