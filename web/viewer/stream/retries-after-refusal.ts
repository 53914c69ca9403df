/**
 * Problem codes after which a reload shows a useful page: the secret form or a notice. `not_found` is included, because
 * the server may have been restored with another database; the notice polls, while this page would end for good.
 */
const ENTRANCE_CODES = ['forbidden', 'processing_restricted', 'not_found'];

/**
 * Requests the stream once more, because an EventSource does not expose the reason for a refusal, and returns whether
 * to retry. Only problem documents of the server count: responses of a proxy mean an outage. `admitted`: the page has
 * shown content, which must go at once, however recently it was reloaded. `reload` returns whether the page is
 * reloaded.
 */
export async function retriesAfterRefusal(
  streamUrl: string,
  admitted: boolean,
  reload: (must: boolean) => boolean,
): Promise<boolean> {
  return !(ENTRANCE_CODES.includes(await fetchProblemCode(streamUrl)) && reload(admitted));
}

/**
 * Returns the code of the server's problem (RFC 9457), or an empty string for any other response and for network
 * errors.
 */
async function fetchProblemCode(streamUrl: string): Promise<string> {
  const abort = new AbortController();
  try {
    const response = await fetch(streamUrl, { headers: { accept: 'text/event-stream' }, signal: abort.signal });
    if (!response.headers.get('content-type')?.startsWith('application/problem+json')) return '';
    return ((await response.json()) as { code: string }).code;
  } catch {
    return '';
  } finally {
    abort.abort();
  }
}
