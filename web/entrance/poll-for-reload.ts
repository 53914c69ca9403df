/** Looks from time to time whether there is something else to see by now, so that a screen nobody attends comes back. */
const AGAIN_MS = 30_000;

export function pollForReload(): void {
  // Spread, so that a hall of phones does not ask as one.
  setTimeout(
    async () => {
      const other = await findOther().catch(() => null);
      if (!other) pollForReload();
      // After a wrong secret this page is the answer to a form, and its address leads back to the Live.
      else if (other.redirected) location.replace(other.url);
      else location.reload();
    },
    AGAIN_MS * (1 + Math.random()),
  );
}

/** What is at this address now, where that is the audience's page or another one in front of it; null for this one. */
async function findOther(): Promise<Response | null> {
  const response = await fetch(location.href);
  if (response.ok) return response;
  const { src } = document.querySelector<HTMLScriptElement>('script[type="module"]')!;
  return response.status === 403 && !(await response.text()).includes(new URL(src).pathname) ? response : null;
}
