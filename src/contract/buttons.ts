import type { ErrorCode } from './error-codes.ts';

/** Commands of button links without a parameter. [D74] `entry/{n}` and `passage?q=` have one. */
export const BUTTON_ACTIONS = ['next', 'previous', 'show', 'hide', 'toggle', 'undo', 'return', 'go'] as const;
export type ButtonAction = (typeof BUTTON_ACTIONS)[number];

export type ButtonCommand =
  | { readonly action: ButtonAction }
  | { readonly action: 'entry'; readonly number: number }
  | { readonly action: 'passage'; readonly q: string };

/** The refusals that mean that a command has nothing to do. */
export const NOTHING_TO_DO: Partial<Record<ButtonCommand['action'], ErrorCode>> = {
  next: 'queue_empty',
  previous: 'queue_empty',
  go: 'no_plan',
  undo: 'nothing_to_undo',
  return: 'nothing_to_return',
};

export type ButtonContentType = 'empty' | 'scripture' | 'presentation';

/** The response to a command. Texts are empty and numbers 0 without content. */
export interface ButtonState {
  readonly showing: boolean;
  /** The content, also while it is hidden. */
  readonly type: ButtonContentType;
  readonly reference: string;
  readonly text: string;
  /** The beginning of the next page or slide. */
  readonly next: string;
  /** The number of the page or slide, from 1. */
  readonly index: number;
  /** The number of pages or slides. */
  readonly count: number;
  /** The entry of the plan that was shown last. `index` is its number without headings. */
  readonly entry: { readonly index: number; readonly title: string } | null;
}

/** The content that the audience sees. While nothing is shown, the type is `empty` and the texts are empty. */
export interface ButtonNow {
  readonly showing: boolean;
  readonly type: ButtonContentType;
  readonly reference: string;
  readonly text: string;
  readonly attribution: string;
  /** Changes whenever another field does. */
  readonly cursor: string;
}
