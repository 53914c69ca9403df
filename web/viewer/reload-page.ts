const RELOADED_AT = 'viewer-reloaded-at';
const RELOAD_INTERVAL_MS = 30_000;

/** Reloads the page unless it was reloaded moments ago; `must` reloads it in any case. Returns whether it reloads. */
export function reloadPage(must = false): boolean {
  try {
    const reloadedAt = Number(sessionStorage.getItem(RELOADED_AT));
    if (!must && Date.now() - reloadedAt < RELOAD_INTERVAL_MS) return false;
    sessionStorage.setItem(RELOADED_AT, String(Date.now()));
  } catch {
    // Without session storage, the page cannot know whether it was just reloaded.
    if (!must) return false;
  }
  location.reload();
  return true;
}
