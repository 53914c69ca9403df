import type { IssuedButtonLink } from '../../../src/contract/schemas/remote-links.ts';
import type { LiveOutput } from '../../outputs/live-output.ts';
import type { IssuedAddress } from '../../outputs/outputs-control.ts';

/** Open dialog, with its parameters. */
export type OpenDialog =
  | { readonly kind: 'new-output'; readonly code?: string; readonly view?: LiveOutput['view'] }
  | { readonly kind: 'output'; readonly id: string }
  /** Address of an output or a remote link, which is shown only once. */
  | ({ readonly kind: 'address' } & IssuedAddress)
  | { readonly kind: 'outline' }
  | { readonly kind: 'remote-links' }
  | { readonly kind: 'obs' }
  /** A button link with its key, which is shown only once. */
  | { readonly kind: 'button-link'; readonly link: IssuedButtonLink };
