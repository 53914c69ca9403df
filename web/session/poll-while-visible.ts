/**
 * Runs `read` now, at an interval while the page is visible, and at once when it becomes visible again. Ignores errors:
 * the next turn retries, and the connection state explains them. Returns a function that stops.
 */
export function pollWhileVisible(read: () => Promise<void>, everyMs: number): () => void {
  const stop = new AbortController();
  let timer: ReturnType<typeof setTimeout>;
  let isReading = false;
  const runOnce = async () => {
    if (isReading || document.visibilityState === 'hidden') return;
    clearTimeout(timer);
    isReading = true;
    await read().catch(() => {});
    isReading = false;
    if (!stop.signal.aborted) timer = setTimeout(runOnce, everyMs);
  };
  void runOnce();
  document.addEventListener('visibilitychange', runOnce, { signal: stop.signal });
  return () => {
    stop.abort();
    clearTimeout(timer);
  };
}
