/** Parsed text of the bar. */
export interface BarInput {
  /** `find`: a reference, or words of a verse. `words` (#): words only. `commands` (>): commands of the console. */
  readonly kind: 'find' | 'words' | 'commands';
  /** Text without the prefixes. */
  readonly query: string;
  /** Whether the passage is queued without being shown (`+`). */
  readonly queues: boolean;
  /** Text after `@`: the start of an edition's short name, for this passage only. Null without `@`. */
  readonly edition: string | null;
}

const EDITION = /(?:^|\s)@([\p{L}\p{N}-]*)/u;

/** Parses the prefixes: `+` and then `#` or `>` at the beginning, `@` before any word. */
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
