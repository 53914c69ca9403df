/** What the settings of an output and the parameters of its address are made of. [D60] The server, the page and the console import it. */

/** Parts of what is shown that an output can leave out. */
export const OUTPUT_PARTS = ['text', 'reference', 'translation', 'attribution'] as const;
export type OutputPart = (typeof OUTPUT_PARTS)[number];

export const OUTPUT_ALIGNMENTS = ['left', 'center', 'right'] as const;
export type OutputAlignment = (typeof OUTPUT_ALIGNMENTS)[number];

/** Space around what is shown, percent of the screen's shorter side. */
export const OUTPUT_MARGIN_MAX_PERCENT = 20;

/** Parameters of an output's address. They win over its settings. */
const OUTPUT_PARAMETERS = ['background', 'size', 'margin', 'align', 'show'] as const;
export type OutputParameter = (typeof OUTPUT_PARAMETERS)[number];

/**
 * What keeps an output from showing all as it should: text smaller than can be read from afar, a font or an image that did not load, or a
 * parameter of its address that means nothing, by its name.
 */
export const OUTPUT_PROBLEMS = ['shrunk', 'font', 'image', ...OUTPUT_PARAMETERS] as const;
export type OutputProblem = (typeof OUTPUT_PROBLEMS)[number];
