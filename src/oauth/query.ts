/** The values of each parameter, in the order of the query; null for one that is not well-formed UTF-8. */
export type Query = ReadonlyMap<string, readonly (string | null)[]>;

/**
 * Reads a query as a form encodes it, and keeps what a lenient reader would hide: repetitions, and values that could not be
 * given back unchanged.
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

/** The name of a parameter whose own cannot be read: there it is, but nobody knows it. */
const UNREADABLE = '\uFFFD';

function decode(text: string): string | null {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '));
  } catch {
    return null;
  }
}
