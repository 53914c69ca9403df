import { launchChromium } from '../../test/support/browser/chromium.ts';
import { createServedLive, type OperatorClient } from '../../test/support/requests/operator-client.ts';
import { seedOnSqlite } from '../../test/support/server/process.ts';
import type { BenchmarkExtent } from '../extent.ts';
import { startInstallation, UNLIMITED_SETTINGS } from '../lectern-server.ts';
import { type MeasuredConsole, openMeasuredConsole } from '../load/measured-console.ts';
import { createOperatorSession } from '../load/operator-session.ts';
import { openScreen, type Screen } from '../load/painted-steps.ts';
import { median, quantile } from '../load/quantile.ts';
import { openViewers } from '../load/viewer-crowd.ts';
import { atMost, type ResultRow } from '../results.ts';

const VIEWERS = 500;
const REFERENCES = 50;
const KEY_EVERY_MS = 120;
const LONG_QUEUE = 5_000;
/** Over 5,000 verses together. */
const LONG_BOOKS = ['Psalms 1-150', 'Psalms 1-150', 'Genesis 1-10'];
const STEPS = 2_000;
const STEPS_BEFORE = 200;
const SETTLED_MS = 300;

const TYPED_MAX_SECONDS = 3;
const PAINTED_MAX_MS = 100;
const KEYSTROKE_MAX_MS = 50;
const TASK_MAX_MS = 50;
const CODE_MAX_KILOBYTES = 120;
const USABLE_MAX_MS = 1_000;
const GROWTH_MAX = 1.25;

/** Waiting times of an operator at the console, and the cost of the console for the browser. */
export async function measureConsole({ rounds }: BenchmarkExtent): Promise<ResultRow[]> {
  const installation = await seedOnSqlite();
  const { secret: session } = await createOperatorSession(installation);
  const server = await startInstallation(installation.dataDir, { ...UNLIMITED_SETTINGS, ...installation.env });
  const browser = await launchChromium();
  try {
    const origin = `http://127.0.0.1:${server.port}`;
    const openLive = () => createServedLive(origin, installation);
    const open = (live: OperatorClient) => openMeasuredConsole(browser, `${origin}/console/${live.liveId}`, session);

    const live = await openLive();
    const usable: number[] = [];
    for (let round = 1; round < rounds; round++) {
      const once = await open(live);
      usable.push(once.usableMs);
      await once.close();
    }
    const console = await open(live);
    usable.push(console.usableMs);
    const screen = await openScreen(browser, `${origin}/l/${live.liveId}?view=screen`);
    const crowd = await openViewers(server.port, `/l/${live.liveId}/stream`, VIEWERS, 'event: state');
    const rows = await measureTyping(console, screen);
    crowd.close();
    await screen.close();
    rows.push(
      atMost('from the first byte of the console until it can be used', median(usable), USABLE_MAX_MS, 'ms'),
      atMost('scripts and styles of the console, compressed', console.codeBytes / 1_000, CODE_MAX_KILOBYTES, 'kB'),
    );
    await console.close();
    return [...rows, ...(await measureLongQueue(await openLive(), open))];
  } finally {
    await browser.close();
    await server.stop();
  }
}

/** An operator types one reference after the other, with 500 viewers in the hall. */
async function measureTyping(console: MeasuredConsole, screen: Screen): Promise<ResultRow[]> {
  const [fromFirstKey, fromEnter]: [number[], number[]] = [[], []];
  for (let verse = 1; verse <= REFERENCES; verse++) {
    const begun = performance.timeOrigin + performance.now();
    await console.page.keyboard.type(`ps 119 ${verse}`, { delay: KEY_EVERY_MS });
    await console.page.keyboard.press('Enter');
    const painted = await screen.painted(`119:${verse}`);
    fromFirstKey.push((painted - begun) / 1_000);
    fromEnter.push(painted - (await console.enteredAt()));
  }
  const keystrokes = await console.takeKeystrokes();
  return [
    atMost(
      `a reference typed at ${KEY_EVERY_MS} ms a key, until a screen shows it, ${VIEWERS} viewers`,
      median(fromFirstKey),
      TYPED_MAX_SECONDS,
      's',
    ),
    atMost(
      `from Enter to the painted frame of a screen, p95 of ${REFERENCES}, ${VIEWERS} viewers`,
      quantile(fromEnter, 0.95),
      PAINTED_MAX_MS,
      'ms',
      `median ${median(fromEnter).toFixed(0)} ms`,
    ),
    atMost(
      `from a key to the frame with what is typed, p95 of ${keystrokes.length}`,
      quantile(keystrokes, 0.95),
      KEYSTROKE_MAX_MS,
      'ms',
      `median ${median(keystrokes).toFixed(0)} ms`,
    ),
  ];
}

async function measureLongQueue(
  live: OperatorClient,
  open: (live: OperatorClient) => Promise<MeasuredConsole>,
): Promise<ResultRow[]> {
  const [first, ...others] = LONG_BOOKS;
  await live.push(first!);
  for (const passage of others) await live.write('POST', '/passages', { passage, focus: false });
  const { queue } = (await live.call('GET', '/now')).body;
  if (queue.pages < LONG_QUEUE) throw new Error(`The queue has ${queue.pages} pages, not ${LONG_QUEUE}.`);
  const console = await open(live);
  const { page } = console;
  await page.waitForTimeout(SETTLED_MS);
  await console.takeLongTasks();
  const step = async (times: number) => {
    for (let turn = 0; turn < times; turn++) await page.keyboard.press('ArrowRight');
    await page.locator('.picture:not([data-state=pending])').waitFor();
    await page.waitForTimeout(SETTLED_MS);
  };
  await step(STEPS_BEFORE);
  const before = await console.heapBytes();
  await console.takeLongTasks();
  await step(STEPS);
  const longest = Math.max(0, ...(await console.takeLongTasks()));
  const growth = (await console.heapBytes()) / before;
  await console.close();
  return [
    atMost(
      `longest task in ${STEPS} steps through a queue of ${LONG_QUEUE} (0: none over 50 ms)`,
      longest,
      TASK_MAX_MS,
      'ms',
    ),
    {
      measure: `heap of the console after ${STEPS} steps, against before`,
      ours: `${((before * growth) / 1e6).toFixed(1)} MB`,
      baseline: `${(before / 1e6).toFixed(1)} MB`,
      ratio: growth,
      required: `≤ ${GROWTH_MAX}`,
      met: growth <= GROWTH_MAX,
    },
  ];
}
