import type { Browser, CDPSession, Page } from 'playwright-core';

const LAPTOP = { viewport: { width: 1440, height: 900 } };
const OPEN_MAX_MS = 20_000;

/**
 * Notes when the console can be used, when Enter is pressed, each long task, and how long after each key the bar shows
 * how the text reads, with its first candidate. A key that comes before that ends the measurement of the one before,
 * and counts for as long as that took.
 */
const WATCH = `
  globalThis.longTasks = [];
  globalThis.keystrokes = [];
  new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries()) longTasks.push(duration);
  }).observe({ type: 'longtask', buffered: true });
  let turn = 0;
  let finish = () => {};
  addEventListener('keydown', ({ key, timeStamp, target }) => {
    if (key === 'Enter') globalThis.enteredAt = performance.timeOrigin + timeStamp;
    if (key.length > 1 || !target.matches('.bar-input')) return;
    finish();
    const mine = ++turn;
    finish = () => {
      finish = () => {};
      keystrokes.push(performance.now() - timeStamp);
    };
    const done = finish;
    const look = () => {
      if (mine !== turn) return;
      const isRead = document.querySelector('.lamp:not([data-reading=wait])') && document.querySelector('.bar-input').value;
      // A frame has begun, and the next task comes after its paint.
      if (isRead) setTimeout(() => mine === turn && finish === done && done());
      else requestAnimationFrame(look);
    };
    requestAnimationFrame(look);
  }, true);
  globalThis.usable = new Promise((resolve) => {
    const look = () =>
      document.querySelector('.live-flag:not([data-state=checking])') && document.activeElement?.matches('.bar-input')
        ? setTimeout(() => resolve(performance.now()))
        : requestAnimationFrame(look);
    requestAnimationFrame(look);
  });
`;

/** The console in a browser. */
export interface MeasuredConsole {
  readonly page: Page;
  /** Milliseconds from the first byte of the page until a key in the bar would act. */
  readonly usableMs: number;
  /** Bytes of its scripts and styles, compressed as they came. */
  readonly codeBytes: number;
  /** When Enter was pressed last, milliseconds since 1970. */
  enteredAt(): Promise<number>;
  /** Milliseconds from each key to the frame with what it means, since this was asked last. */
  takeKeystrokes(): Promise<number[]>;
  /** Milliseconds of each task over 50 ms, since this was asked last. */
  takeLongTasks(): Promise<number[]>;
  /** Bytes of the heap after a collection of garbage. */
  heapBytes(): Promise<number>;
  close(): Promise<void>;
}

/** Opens the console, or a plain page that has the same parts. `session` is the secret of the operator's session. */
export async function openMeasuredConsole(browser: Browser, url: string, session: string): Promise<MeasuredConsole> {
  const context = await browser.newContext({ ...LAPTOP, reducedMotion: 'reduce' });
  await context.addCookies([{ name: 'lectern_session', value: session, url, httpOnly: true, sameSite: 'Lax' }]);
  const page = await context.newPage();
  const devtools = await context.newCDPSession(page);
  await page.addInitScript(WATCH);
  await page.goto(url, { waitUntil: 'commit', timeout: OPEN_MAX_MS });
  const usableMs = await page.evaluate<number>(
    `usable.then((at) => at - performance.getEntriesByType('navigation')[0].responseStart)`,
  );
  const codeBytes = await page.evaluate<number>(`performance.getEntriesByType('resource')
    .filter(({ name }) => /\\.(js|css)$/.test(name))
    .reduce((sum, { encodedBodySize }) => sum + encodedBodySize, 0)`);
  return {
    page,
    usableMs,
    codeBytes,
    enteredAt: () => page.evaluate<number>('enteredAt'),
    takeKeystrokes: () => page.evaluate<number[]>('keystrokes.splice(0)'),
    takeLongTasks: () => page.evaluate<number[]>('longTasks.splice(0)'),
    heapBytes: () => heapBytesOf(devtools),
    close: () => context.close(),
  };
}

async function heapBytesOf(devtools: CDPSession): Promise<number> {
  await devtools.send('HeapProfiler.collectGarbage');
  const { usedSize } = await devtools.send('Runtime.getHeapUsage');
  return usedSize;
}
