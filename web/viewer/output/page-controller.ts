import type { ComponentChildren } from 'preact';
import type { ViewerAddress, ViewerState } from '../../../src/contract/viewer.ts';
import type { Appearance } from '../appearance/appearance.ts';
import type { connectStream, StreamHandlers } from '../stream/connection.ts';
import type { ViewProps } from '../views/view-props.ts';

/** Properties and elements that an output or a preview adds to the view of a Live. */
export interface OutputExtras {
  readonly view: Pick<
    ViewProps,
    | 'image'
    | 'translations'
    | 'verseNumbers'
    | 'onProblem'
    | 'stage'
    | 'hidden'
    | 'nextSlide'
    | 'entryNote'
    | 'plannedEnd'
    | 'chords'
  >;
  /** Whether nothing of the Live is shown, whatever its state is. */
  readonly hides?: boolean;
  /** Whether the picture of an idle screen is shown; the logo is on it. */
  readonly pictured?: boolean;
  /** Languages of songs that are shown; absent or null: all. */
  readonly languages?: readonly string[] | null;
  readonly overlay: ComponentChildren;
}

export interface PageControllerOptions {
  readonly root: HTMLElement;
  readonly mount: HTMLElement;
  readonly redraw: () => void;
  /** Ends the page with a message. */
  readonly end: (text: string) => void;
}

/** Differences of the page of an output, or a preview, from the audience page. */
export interface PageController {
  /** Whether the page is in a frame of the console, without interaction. */
  readonly framed: boolean;
  /** Replaces the stream with another source of states. */
  readonly connect?: typeof connectStream;
  /** Handlers of the stream's other events. */
  readonly handlers: NonNullable<StreamHandlers['otherEvents']>;
  /** Returns a paired screen to its code page. [D61] Returns false for a page that was not paired. */
  returnToScreen(): boolean;
  /** Returns the values that override those of the Live. */
  toAddress(): ViewerAddress;
  adjustAppearance(appearance: Appearance): Appearance;
  /** Sets the attributes and properties of the root element that belong to the controller. */
  apply(): void;
  toExtras(state: ViewerState | null, language: string): OutputExtras;
  /** Records that a state was rendered. */
  drawn(state: ViewerState | null): void;
}

/** Returns the properties of the stage view. Only the states of a stage have them. */
export const toStageProps = (
  state: ViewerState | null,
): Pick<ViewProps, 'stage' | 'hidden' | 'nextSlide' | 'entryNote' | 'plannedEnd' | 'chords'> => {
  if (!state?.stage) return {};
  const {
    notes,
    hidden,
    next_slide: nextSlide,
    entry_note: entryNote,
    planned_end: plannedEnd,
    chords: list,
  } = state.stage;
  return { stage: notes, hidden, nextSlide, entryNote, plannedEnd, chords: list && { text: state.slide?.text, list } };
};
