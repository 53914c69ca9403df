/**
 * Runs `read` now and then at an interval while the page is visible. Ignores errors: the next turn retries, and the
 * connection state explains them. Returns a function that stops.
 */
export function pollWhileVisible(read: () => Promise<void>, everyMs: number): () => void {
  let timer: ReturnType<typeof setTimeout>;
  let stopped = false;
  const runOnce = async () => {
    if (document.visibilityState === 'visible') await read().catch(() => {});
    if (!stopped) timer = setTimeout(runOnce, everyMs);
  };
  void runOnce();
  return () => {
    stopped = true;
    clearTimeout(timer);
  };
}
