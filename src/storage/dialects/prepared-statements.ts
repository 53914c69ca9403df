const prepared = new Map<string, string>();

/**
 * Has the server keep how it carries out this statement, for each connection: for long ones that come all the time, whose planning
 * takes as long as their work. Gives the text back.
 */
export function prepareOnce(name: string, text: string): string {
  prepared.set(text, name);
  return text;
}

/** Undefined for one that is not to be kept. */
export const nameOf = (text: string): string | undefined => prepared.get(text);
