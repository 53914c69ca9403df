const RELOADED_AT = 'viewer-reloaded-at';
const RELOAD_INTERVAL_MS = 30_000;

/** Loads the page again, but not over and over: false where that was done a moment ago, unless it `must` be. */
export function reloadPage(must = false): boolean {
  if (!must && Date.now() - lastReload() < RELOAD_INTERVAL_MS) return false;
  if (!noteReload() && !must) return false;
  location.reload();
  return true;
}

/** Milliseconds since the epoch; 0: never, as far as is known. */
function lastReload(): number {
  try {
    return Number(sessionStorage.getItem(RELOADED_AT));
  } catch {
    return 0;
  }
}

/** False where a browser keeps nothing: the page could not know that it was loaded again a moment ago. */
function noteReload(): boolean {
  try {
    sessionStorage.setItem(RELOADED_AT, String(Date.now()));
    return true;
  } catch {
    return false;
  }
}
