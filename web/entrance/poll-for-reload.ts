/** Interval at which the page checks for new content, so that an unattended screen recovers by itself. */
const POLL_MS = 30_000;

export function pollForReload(): void {
  // Jitter, so that the phones of an audience do not send their requests at once.
  setTimeout(
    async () => {
      const page = await fetchOtherPage().catch(() => null);
      if (!page) pollForReload();
      // After a wrong secret, this page is the response to a form; the redirect leads back to the Live.
      else if (page.redirected) location.replace(page.url);
      else location.reload();
    },
    POLL_MS * (1 + Math.random()),
  );
}

/**
 * Fetches this address. Returns the response if it is the audience page or a different entrance page, or null if it
 * is this page.
 */
async function fetchOtherPage(): Promise<Response | null> {
  const response = await fetch(location.href);
  if (response.ok) return response;
  const { src } = document.querySelector<HTMLScriptElement>('script[type="module"]')!;
  return response.status === 403 && !(await response.text()).includes(new URL(src).pathname) ? response : null;
}
