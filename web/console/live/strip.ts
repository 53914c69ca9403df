import type { LecternProblem, LiveNow } from '../../../clients/typescript/src/index.ts';
import type { LiveAction } from './live-action.ts';

type Change = NonNullable<LiveNow['changed']>;

/** Text, or nodes of the page (`ProblemMessage`), which the machine of the Live does not read. */
type StripText = string | object;

/** Message between bar and panes. A new one replaces the previous one. */
export type Strip =
  /** Another client changed the Live first: Enter applies the action on top, Esc keeps the other change. */
  | {
      readonly kind: 'overtaken';
      readonly action: LiveAction;
      readonly changed: Change | null;
      readonly shown: string | null;
      /** The requests that wait for the answer. */
      readonly tickets: readonly number[];
    }
  /** The service lock asks for confirmation. */
  | { readonly kind: 'asks'; readonly action: LiveAction; readonly tickets: readonly number[] }
  /** The server refused the action; nothing was changed. */
  | { readonly kind: 'refused'; readonly label: string; readonly problem: LecternProblem }
  /** The console is offline, so the action was not sent. */
  | { readonly kind: 'not-sent'; readonly label: string }
  /** The connection broke after the action was sent; its outcome is unknown. */
  | { readonly kind: 'unknown'; readonly label: string }
  /** Other clients changed the Live while the console was offline. */
  | { readonly kind: 'changed'; readonly changed: LiveNow['changed']; readonly shown: string | null }
  /** The person can only watch; nothing was sent. */
  | { readonly kind: 'watching' }
  /** Entered text was not done, and other text is in the bar by now. */
  | { readonly kind: 'kept'; readonly text: string }
  /** Short message that needs no reaction. */
  | { readonly kind: 'said'; readonly text: StripText };
