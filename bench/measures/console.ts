import { setTimeout as delay } from 'node:timers/promises';
import type { Browser } from 'playwright-core';
import { launchChromium } from '../../test/support/browser/chromium.ts';
import type { OperatorClient } from '../../test/support/requests/operator-client.ts';
import { startSession } from '../../test/support/requests/start-session.ts';
import { fillQueue, startMeasuredServer } from '../lectern.ts';
import { type MeasuredConsole, openMeasuredConsole } from '../load/measured-console.ts';
import { openScreen } from '../load/screen.ts';
import { openViewers } from '../load/viewers.ts';
import { startProgram } from '../programs.ts';
import { type Extent, median, percentile, type ResultRow, toRow, toText } from '../results.ts';

const EMAIL = 'console@example.org';
const VIEWERS = 500;
const REFERENCES = 20;
const KEY_EVERY_MS = 120;
const STEPS = 1_000;
const STEPS_BEFORE = 200;
const SETTLE_MS = 300;

const PAINTED_MAX_MS = 100;
const KEYSTROKE_MAX_MS = 50;
const TASK_MAX_MS = 50;
const CODE_MAX_KILOBYTES = 120;
const USABLE_MAX_MS = 1_000;
const GROWTH_MAX = 1.25;

/** Measures what an operator at the console waits for, and what the console costs the browser. */
export async function measureConsole({ rounds }: Extent): Promise<ResultRow[]> {
  let session = '';
  await using lectern = await startMeasuredServer({
    prepare: async (installation, organization) => {
      await installation.administration.createUser({ email: EMAIL, name: 'Ana' });
      await installation.administration.setMember({ organization, email: EMAIL, role: 'operator' });
      session = (await startSession({ installation }, EMAIL)).secret;
    },
  });
  await using raw = await startProgram('./baselines/raw-stream.ts');
  const browser = await launchChromium();
  const open = ({ liveId }: OperatorClient) =>
    openMeasuredConsole(browser, `${lectern.url}/console/${liveId}`, session);
  const openPlain = () => openMeasuredConsole(browser, `${raw.url}/page`, session);
  try {
    const live = await lectern.createLive();
    const usable = { ours: [] as number[], baseline: [] as number[] };
    let codeBytes = 0;
    for (let round = 0; round < rounds; round++) {
      const [console, plain] = [await open(live), await openPlain()];
      usable.ours.push(console.usableMs);
      usable.baseline.push(plain.usableMs);
      codeBytes = console.codeBytes;
      await console.close();
      await plain.close();
    }
    const viewers = await openViewers(lectern.port, `/l/${live.liveId}/stream`, VIEWERS);
    const screenUrl = `${lectern.url}/l/${live.liveId}?view=screen`;
    const typing = await measureTyping(browser, screenUrl, await open(live), await openPlain());
    viewers.close();
    const long = await lectern.createLive();
    await fillQueue(long);
    return [
      ...typing,
      toRow('from the first byte of the console until it is usable (baseline: a plain page)', {
        ...usable,
        unit: 'ms',
        most: USABLE_MAX_MS,
      }),
      toRow('scripts and styles of the console, compressed', {
        ours: [codeBytes / 1_000],
        unit: 'kB',
        most: CODE_MAX_KILOBYTES,
      }),
      ...(await measureLongQueue(await open(long))),
    ];
  } finally {
    await browser.close();
  }
}

/** Types references, with viewers in the hall. */
async function measureTyping(
  browser: Browser,
  screenUrl: string,
  console: MeasuredConsole,
  plain: MeasuredConsole,
): Promise<ResultRow[]> {
  const screen = await openScreen(browser, screenUrl);
  const painted: number[] = [];
  for (let verse = 1; verse <= REFERENCES; verse++) {
    const text = `ps 119 ${verse}`;
    await plain.page.keyboard.type(text, { delay: KEY_EVERY_MS / 3 });
    await console.page.keyboard.type(text, { delay: KEY_EVERY_MS });
    await console.page.keyboard.press('Enter');
    const at = await screen.painted(`119:${verse}`);
    painted.push(at - (await console.enteredAt()));
  }
  const [ours, baseline] = [await console.takeKeystrokes(), await plain.takeKeystrokes()];
  await console.close();
  await plain.close();
  return [
    toRow(`from Enter to the painted frame of a screen, p95 of ${REFERENCES}, ${VIEWERS} viewers`, {
      ours: [percentile(painted, 95)],
      unit: 'ms',
      notes: [`median ${toText(median(painted))} ms`],
      most: PAINTED_MAX_MS,
    }),
    toRow(`from a key to the frame with what is typed, p95 of ${ours.length} (baseline: a plain page)`, {
      ours: [percentile(ours, 95)],
      baseline: [percentile(baseline, 95)],
      unit: 'ms',
      notes: [`median ${toText(median(ours))} ms`, `median ${toText(median(baseline))} ms`],
      most: KEYSTROKE_MAX_MS,
    }),
  ];
}

async function measureLongQueue(console: MeasuredConsole): Promise<ResultRow[]> {
  const { page } = console;
  const step = async (times: number) => {
    for (let turn = 0; turn < times; turn++) await page.keyboard.press('ArrowRight');
    await page.locator('.picture:not([data-state=pending])').waitFor();
    await delay(SETTLE_MS);
  };
  await step(STEPS_BEFORE);
  const before = await console.heapBytes();
  await console.takeLongTasks();
  await step(STEPS);
  const tasks = await console.takeLongTasks();
  const after = await console.heapBytes();
  await console.close();
  return [
    toRow(`longest task in ${STEPS} steps through a queue of 5,000 (0: none over 50 ms)`, {
      ours: [Math.max(0, ...tasks)],
      unit: 'ms',
      most: TASK_MAX_MS,
    }),
    toRow('heap of the console after these steps (baseline: before)', {
      ours: [after / 1e6],
      baseline: [before / 1e6],
      unit: 'MB',
      ratioMost: GROWTH_MAX,
    }),
  ];
}
