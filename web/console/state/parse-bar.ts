/** What the text of the bar asks for, by its prefixes. */
export interface BarInput {
  /** `find`: a reference, or words of a verse. `words` (#): words alone. `commands` (>): what the console can do. */
  readonly kind: 'find' | 'words' | 'commands';
  /** The text without the prefixes. */
  readonly query: string;
  /** `+`: goes to the queue, and is not shown. */
  readonly queues: boolean;
  /** What follows `@`: the beginning of an edition's short name, for this passage alone. Null without one. */
  readonly edition: string | null;
}

const EDITION = /(?:^|\s)@([\p{L}\p{N}-]*)/u;

/** Reads the prefixes: `+` and then `#` or `>` at the beginning, `@` before any word. */
export function parseBar(text: string): BarInput {
  let rest = text.trimStart();
  const queues = rest.startsWith('+');
  if (queues) rest = rest.slice(1).trimStart();
  if (rest.startsWith('>')) return { kind: 'commands', query: rest.slice(1).trim(), queues: false, edition: null };
  const kind = rest.startsWith('#') ? 'words' : 'find';
  if (kind === 'words') rest = rest.slice(1);
  const edition = EDITION.exec(rest)?.[1] ?? null;
  return { kind, query: rest.replace(EDITION, ' ').trim(), queues, edition: edition?.toLowerCase() ?? null };
}
