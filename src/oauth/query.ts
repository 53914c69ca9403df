/** Values of each parameter, in order. A value that is not valid UTF-8 is null. */
export type Query = ReadonlyMap<string, readonly (string | null)[]>;

/**
 * Parses a form-encoded query. Unlike URLSearchParams it reports malformed values, which OAuth must reject.
 */
export function parseQuery(url: string): Query {
  const query = new Map<string, (string | null)[]>();
  const start = url.indexOf('?');
  if (start < 0) return query;
  for (const pair of url.slice(start + 1).split('&')) {
    if (pair === '') continue;
    const end = pair.indexOf('=');
    const name = decode(end < 0 ? pair : pair.slice(0, end)) ?? UNREADABLE;
    const values = query.get(name) ?? [];
    values.push(end < 0 ? '' : decode(pair.slice(end + 1)));
    query.set(name, values);
  }
  return query;
}

/** Name of a parameter whose own name is malformed. */
const UNREADABLE = '\uFFFD';

function decode(text: string): string | null {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '));
  } catch {
    return null;
  }
}
