import { reloadPage } from './reload-page.ts';

/**
 * An EventSource does not say why it was refused, so ask once more: 401 and 403 mean that the page itself has something
 * to say now (a secret to ask for, a notice), so it is loaded again; 404 and 410 that the Live is no more.
 * `admitted`: this page has had content, which goes at once, however soon after the last time that is.
 */
export async function refusedBy(streamUrl: string, admitted: boolean): Promise<'retry' | 'gone' | 'stop'> {
  const abort = new AbortController();
  const status = await fetch(streamUrl, { headers: { accept: 'text/event-stream' }, signal: abort.signal }).then(
    (response) => response.status,
    () => 0,
  );
  abort.abort();
  if (status === 404 || status === 410) return 'gone';
  if (status !== 401 && status !== 403) return 'retry';
  return reloadPage(admitted) ? 'stop' : 'retry';
}
