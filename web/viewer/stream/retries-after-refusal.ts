/**
 * The page has something to say now: a secret to ask for, a notice. Where there is no Live, too: what answers so may be a server that
 * came up with another database, and the notice looks again where this page would have ended for good.
 */
const SHUT = ['forbidden', 'processing_restricted', 'not_found'];

/**
 * An EventSource does not say why it was refused, so ask once more. Only the server's own words count: what stands in front of it
 * may answer anything while it is away, and that is an outage. `admitted`: this page has had content, which goes at once where it is
 * shut, however soon after the last time that is. `reload` says whether the page is loaded again. False where it is: there is nothing left to try.
 */
export async function retriesAfterRefusal(
  streamUrl: string,
  admitted: boolean,
  reload: (must: boolean) => boolean,
): Promise<boolean> {
  return !(SHUT.includes(await codeOf(streamUrl)) && reload(admitted));
}

/** The code of the server's problem (RFC 9457); empty for every other answer, and for none. */
async function codeOf(streamUrl: string): Promise<string> {
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
