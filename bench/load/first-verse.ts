import type { Browser } from 'playwright-core';

/** A phone on a slow line: 400 kbit/s both ways, and 400 ms from a request to the first byte of its answer. */
const SLOW_LINE = { offline: false, latency: 400, downloadThroughput: 50_000, uploadThroughput: 50_000 };
const PHONE = { viewport: { width: 390, height: 844 }, deviceScaleFactor: 3 };
const SEEN_MAX_MS = 60_000;

/**
 * Milliseconds from the first byte of the page until a verse is painted; how far the page's parts moved until all fonts
 * had come.
 */
export interface FirstVerse {
  milliseconds: number;
  layoutShift: number;
  requests: string[];
}

/** Notes when a frame with text in it has been painted: a frame begins, and the next task comes after its paint. */
const WATCH = `
  globalThis.shift = 0;
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) globalThis.shift += entry.value;
  }).observe({ type: 'layout-shift', buffered: true });
  const seen = () => [...document.querySelectorAll('.scripture')].some((text) => text.innerText.trim() && text.checkVisibility());
  globalThis.painted = new Promise((resolve) => {
    const watcher = new MutationObserver(() => {
      if (!seen()) return;
      watcher.disconnect();
      requestAnimationFrame(() => setTimeout(() => resolve(performance.now())));
    });
    watcher.observe(document, { subtree: true, childList: true, attributes: true });
  });
`;

/** Opens the page with nothing in the browser's cache. */
export async function measureTimeToFirstVerse(browser: Browser, url: string): Promise<FirstVerse> {
  const context = await browser.newContext(PHONE);
  try {
    const page = await context.newPage();
    await page.addInitScript(WATCH);
    const session = await context.newCDPSession(page);
    await session.send('Network.enable');
    await session.send('Network.emulateNetworkConditions', SLOW_LINE);
    await page.goto(url, { waitUntil: 'commit', timeout: SEEN_MAX_MS });
    const milliseconds = (await page.evaluate(
      `painted.then((at) => at - performance.getEntriesByType('navigation')[0].responseStart)`,
    )) as number;
    await page.waitForLoadState('load');
    await page.evaluate('document.fonts.ready.then(() => {})');
    await page.waitForTimeout(500);
    const [layoutShift, requests] = (await page.evaluate(`[
      shift,
      performance.getEntriesByType('resource').map(({ name, startTime, responseEnd, encodedBodySize, renderBlockingStatus }) =>
        [name.split('/').at(-1), Math.round(startTime), Math.round(responseEnd), encodedBodySize, renderBlockingStatus].join(' ')),
    ]`)) as [number, string[]];
    return { milliseconds, layoutShift, requests };
  } finally {
    await context.close();
  }
}
