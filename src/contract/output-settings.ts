/** Values of output settings and URL parameters, shared by server, output page and console. [D60] */

/** Elements that an output can show or hide. */
export const OUTPUT_PARTS = ['text', 'reference', 'translation', 'attribution'] as const;
export type OutputPart = (typeof OUTPUT_PARTS)[number];

export const OUTPUT_ALIGNMENTS = ['left', 'center', 'right'] as const;
export type OutputAlignment = (typeof OUTPUT_ALIGNMENTS)[number];

/** Whether verses have their numbers. `auto`: if a page has several verses. */
export const VERSE_NUMBERS = ['auto', 'always', 'never'] as const;
export type VerseNumbers = (typeof VERSE_NUMBERS)[number];

/** The settings that outputs did not have from the start, with the values of older ones. [D76] */
export const LATER_OUTPUT_SETTINGS = {
  background_image: null,
  idle_image: null,
  idle_link: true,
  verse_numbers: 'auto',
  plate_width: null,
  languages: null,
  hidden: false,
} as const;

/** Smallest width of the plate of a lower third, in percent of the safe width. */
export const PLATE_MIN_PERCENT = 30;

/** Largest margin around the content, in percent of the screen's shorter side. */
export const OUTPUT_MARGIN_MAX_PERCENT = 20;

/** URL parameters of an output. They override its settings. */
const OUTPUT_PARAMETERS = ['background', 'size', 'margin', 'align', 'show'] as const;
export type OutputParameter = (typeof OUTPUT_PARAMETERS)[number];

/**
 * Problems that an output can report: text too small to read from a distance, a font or image that did not load, or the
 * name of an invalid URL parameter.
 */
export const OUTPUT_PROBLEMS = ['shrunk', 'font', 'image', ...OUTPUT_PARAMETERS] as const;
export type OutputProblem = (typeof OUTPUT_PROBLEMS)[number];
