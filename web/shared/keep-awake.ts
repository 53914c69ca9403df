/** Keeps the screen from dimming while the page is visible. Browsers support this only over HTTPS or on localhost. */
export function keepAwake(): void {
  if (!('wakeLock' in navigator)) return;
  const requestLock = () => {
    // The browser refuses the lock when the battery is low; the page works without it.
    if (document.visibilityState === 'visible') navigator.wakeLock.request('screen').catch(() => {});
  };
  // The browser releases the lock when the page is hidden.
  document.addEventListener('visibilitychange', requestLock);
  requestLock();
}
