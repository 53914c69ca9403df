/** A screen is switched on before the server is, sometimes. */
const AGAIN_MS = 3_000;

/** Gives the key of the address, once, and loads the page that this browser is let in to then. */
export async function admitByKey(): Promise<void> {
  const key = location.hash.slice(1);
  if (!key) return;
  // Off the address first: whoever sees this screen, its history or a picture of it must not see the key.
  history.replaceState(null, '', location.pathname + location.search);
  for (;;) {
    const status = await give(key);
    if (status === 204) location.reload();
    if (status !== null && status < 500 && status !== 429) return;
    await new Promise((resolve) => setTimeout(resolve, AGAIN_MS));
  }
}

/** The status of the answer; null where nobody answers. */
const give = (key: string): Promise<number | null> =>
  fetch(`${location.pathname}/admit`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ key }),
  }).then(
    ({ status }) => status,
    () => null,
  );
