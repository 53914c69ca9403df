/** Retry interval: a screen can be switched on before its server is. */
const RETRY_MS = 3_000;

/** Exchanges the key in the address for access and reloads the page, which then shows the admitted content. */
export async function admitByKey(): Promise<void> {
  const key = location.hash.slice(1);
  if (!key) return;
  // Removes the key from the address first, so that it appears neither on the screen nor in the history.
  history.replaceState(null, '', location.pathname + location.search);
  for (;;) {
    const status = await postKey(key);
    if (status === 204) location.reload();
    if (status !== null && status < 500 && status !== 429) return;
    await new Promise((resolve) => setTimeout(resolve, RETRY_MS));
  }
}

/** Posts the key and returns the response's status, or null on a network error. */
const postKey = (key: string): Promise<number | null> =>
  fetch(`${location.pathname}/admit`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ key }),
  }).then(
    ({ status }) => status,
    () => null,
  );
