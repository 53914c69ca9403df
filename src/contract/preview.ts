import type { OutputProblem } from './output-settings.ts';
import type { ViewerAddress, ViewerState, ViewerTheme } from './viewer.ts';
import type { ViewerView } from './viewer-views.ts';

/**
 * Preview of a draft in a frame of an editor page: the audience page, which draws the states that the page around it
 * posts. It has no Live and no stream. Shared by server, frame and page.
 */
export const PREVIEW_PATH = '/console/preview';

interface PreviewAddress {
  readonly view: ViewerView;
  /** Language of the interface strings. */
  readonly language: string;
  /** Theme of the first paint, before the first state. */
  readonly theme: ViewerTheme;
}

export const toPreviewUrl = ({ view, language, theme }: PreviewAddress): string =>
  `${PREVIEW_PATH}?${new URLSearchParams({ view, lang: language, theme })}`;

/** Theme and scale that override those of the state, like the parameters of an address. */
export type PreviewOverrides = Omit<ViewerAddress, 'view'>;

/** Message to a preview: the state to draw. It replaces the previous one. */
export interface PreviewDraw {
  readonly type: 'draw';
  /** Number of the message. `drawn` repeats it. */
  readonly draw: number;
  readonly state: ViewerState;
  readonly overrides: PreviewOverrides;
}

/** Problem of a drawn preview: text that is too long to be legible, or an image or font that did not load. */
export type PreviewProblem = Extract<OutputProblem, 'shrunk' | 'image' | 'font'>;

/**
 * Message of a preview. `ready`: it can draw, and has drawn nothing yet. `drawn`: it has drawn a state; it is sent
 * again when the problem of that state changes, for example when an image fails to load.
 */
export type PreviewReport =
  | { readonly type: 'ready' }
  | { readonly type: 'drawn'; readonly draw: number; readonly problem: PreviewProblem | null };

/** Checks that a posted message is meant for a preview. Its state is of a page of this server and not checked. */
export function isPreviewDraw(data: unknown): data is PreviewDraw {
  const { type, draw, state, overrides } = (data ?? {}) as Partial<Record<keyof PreviewDraw, unknown>>;
  return type === 'draw' && Number.isSafeInteger(draw) && isObject(state) && isObject(overrides);
}

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null;
