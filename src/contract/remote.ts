/**
 * What the server and the page of a remote link say to each other. [D68] The stream has an event `state` (a RemoteState) first and after
 * each change, `beat` as a sign of life, and `ended` (a RemoteEndReason), after which nothing follows. A step and a hide answer with a
 * RemoteState, or with a problem.
 */

/** A page of the queue or a slide, in short. */
export interface RemoteText {
  /** The reference, or the title of the slide; null: the slide has none. */
  readonly title: string | null;
  /** In the first translation; null: it is not told. */
  readonly text: string | null;
}

/** The page or slide that has the focus. */
export interface RemotePage {
  readonly title: string | null;
  /** In each translation. */
  readonly texts: readonly { readonly language: string | null; readonly text: string }[];
  /** Which part of a verse that is split, or which slide: the first is 0. */
  readonly part: number;
  readonly parts: number;
}

/** What somebody who steps has to know, and nothing of viewers, operators and settings. */
export interface RemoteState {
  /** Of the Live: what a step or hide has to name. */
  readonly sequence: number;
  /** Of the Live. */
  readonly name: string;
  readonly mode: 'reader' | 'presentation';
  /** Whether the audience sees the page. */
  readonly showing: boolean;
  readonly stopped: boolean;
  readonly current: RemotePage | null;
  /** Where a step leads; null: nowhere. */
  readonly previous: RemoteText | null;
  readonly next: RemoteText | null;
}

/**
 * Why nothing follows: the link was ended or has expired, the Live is gone, the owner is restricted, or the link is open on too many devices.
 */
export type RemoteEndReason = 'ended' | 'gone' | 'restricted' | 'replaced';

export interface RemoteStepRequest {
  readonly by: 1 | -1;
  readonly sequence: number;
}

export interface RemoteHideRequest {
  readonly hidden: boolean;
  readonly sequence: number;
}
