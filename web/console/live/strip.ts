import type { LiveNow } from '../../../clients/typescript/src/index.ts';
import type { LiveAction } from './live-action.ts';

export type DoneCallback = (done: boolean) => void;

/** What the console says between bar and panes. One at a time; the newest replaces the one before. */
export type Strip =
  /** Somebody else was faster: Enter does it on top of theirs, Esc keeps theirs. */
  | {
      readonly kind: 'overtaken';
      readonly act: LiveAction;
      readonly changed: LiveNow['changed'];
      readonly shown: string | null;
      /** Tells who began the act whether it was done. */
      readonly answer: DoneCallback;
    }
  /** The service lock asks once more. */
  | { readonly kind: 'asks'; readonly act: LiveAction; readonly answer: DoneCallback }
  /** The server refused it; nothing was changed. */
  | { readonly kind: 'refused'; readonly label: string; readonly detail: string; readonly code: string | null }
  /** There is no connection, so that nothing was sent. */
  | { readonly kind: 'not-sent'; readonly label: string }
  /** The connection broke after it was sent. */
  | { readonly kind: 'unknown'; readonly label: string }
  /** What others changed while there was no connection. */
  | { readonly kind: 'changed'; readonly changed: LiveNow['changed']; readonly shown: string | null }
  /** The person may watch, and nothing else; nothing was sent. */
  | { readonly kind: 'watching' }
  /** A short word that needs no answer. */
  | { readonly kind: 'said'; readonly text: string };
