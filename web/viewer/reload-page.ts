const RELOADED_AT = 'viewer-reloaded-at';
const RELOAD_INTERVAL_MS = 30_000;

/** Loads the page again, but not over and over: false where that was done a moment ago, unless it `must` be. */
export function reloadPage(must = false): boolean {
  try {
    const reloadedAt = Number(sessionStorage.getItem(RELOADED_AT));
    if (!must && Date.now() - reloadedAt < RELOAD_INTERVAL_MS) return false;
    sessionStorage.setItem(RELOADED_AT, String(Date.now()));
  } catch {
    // A browser that keeps nothing: the page could not know that it was loaded again a moment ago.
    if (!must) return false;
  }
  location.reload();
  return true;
}
