/**
 * Data of a remote-link page. [D68] The stream sends `state` (a RemoteState) first and after each change, `beat` as a
 * heartbeat, and `ended` (a RemoteEndReason), after which no event follows. The response to a step or hide is a
 * RemoteState or a problem.
 */

/** Short form of a page or slide. */
export interface RemoteText {
  /** Reference of the page, or title of the slide, which can be null. */
  readonly title: string | null;
  /** Text in the first translation; null for slides. */
  readonly text: string | null;
  /** Language tag of both (BCP 47); null if it is unknown. */
  readonly language: string | null;
}

/** Focused page or current slide. */
export interface RemotePage {
  readonly title: string | null;
  /** Texts in all translations. */
  readonly texts: readonly { readonly language: string | null; readonly text: string }[];
  /** Zero-based part of a split line, or index of the slide. */
  readonly part: number;
  readonly parts: number;
}

/** State for a remote link, without viewers, operators and settings. */
export interface RemoteState {
  /** Sequence of the Live, which steps and hides must send. */
  readonly sequence: number;
  /** Name of the Live. */
  readonly name: string;
  readonly mode: 'reader' | 'presentation';
  /** Whether the audience sees the content. */
  readonly showing: boolean;
  readonly stopped: boolean;
  readonly current: RemotePage | null;
  /** Target of a step back; null if none exists. */
  readonly previous: RemoteText | null;
  /** Target of a step forward; null if none exists. */
  readonly next: RemoteText | null;
}

/**
 * Reasons for the end of a stream: the link was ended or has expired, the Live was deleted, the owner was restricted,
 * or the link is open on too many devices.
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
