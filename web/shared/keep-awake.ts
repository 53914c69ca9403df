/** Keeps the device from dimming while the page is seen, where the browser can: only over HTTPS or on the machine itself. */
export function keepAwake(): void {
  if (!('wakeLock' in navigator)) return;
  const ask = () => {
    // Refused where the battery is low; the page works all the same.
    if (document.visibilityState === 'visible') navigator.wakeLock.request('screen').catch(() => {});
  };
  // The browser ends the lock when the page is left.
  document.addEventListener('visibilitychange', ask);
  ask();
}
