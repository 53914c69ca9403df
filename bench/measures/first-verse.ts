import { launchChromium } from '../../test/support/browser/chromium.ts';
import { createServedLive } from '../../test/support/requests/operator-client.ts';
import { seedOnSqlite } from '../../test/support/server/process.ts';
import { startPlainPage } from '../baselines/plain-page.ts';
import type { BenchmarkExtent } from '../extent.ts';
import { startInstallation, UNLIMITED_SETTINGS } from '../lectern-server.ts';
import { type FirstVerse, measureTimeToFirstVerse } from '../load/first-verse.ts';
import { median, medianRatio } from '../load/quantile.ts';
import type { ResultRow } from '../results.ts';

const PASSAGES = ['John 3:16', 'Esther 8:9'];
const VERSE_MAX_SECONDS = 2;
const SHIFT_MAX = 0.01;

/** When a phone on a slow line shows the verse of a Live, and whether anything moves on it from then on. */
export async function measureFirstVerse({ rounds }: BenchmarkExtent): Promise<ResultRow[]> {
  const { env, token, liveId } = await seedOnSqlite();
  const server = await startInstallation(env.LECTERN_DATA_DIR!, { ...UNLIMITED_SETTINGS, ...env });
  const plain = await startPlainPage(server.port);
  const browser = await launchChromium();
  try {
    const origin = `http://127.0.0.1:${server.port}`;
    const rows: ResultRow[] = [];
    for (const passage of PASSAGES) {
      const live = await createServedLive(origin, { token, liveId });
      await live.push(passage);
      const ours: FirstVerse[] = [];
      const baseline: FirstVerse[] = [];
      for (let round = 0; round < rounds; round++) {
        ours.push(await measureTimeToFirstVerse(browser, `${origin}/l/${live.liveId}`));
        baseline.push(await measureTimeToFirstVerse(browser, `${plain.origin}/l/${live.liveId}`));
      }
      rows.push(toTimeRow(passage, ours.map(toSeconds), baseline.map(toSeconds)), toShiftRow(passage, ours, baseline));
    }
    return rows;
  } finally {
    await browser.close();
    plain.stop();
    await server.stop();
  }
}

const toSeconds = ({ milliseconds }: FirstVerse): number => milliseconds / 1000;

function toTimeRow(passage: string, ours: number[], baseline: number[]): ResultRow {
  return {
    measure: `${passage} on a phone at 400 kbit/s and 400 ms, after the first byte`,
    ours: `${median(ours).toFixed(2)} s`,
    baseline: `${median(baseline).toFixed(2)} s`,
    ratio: medianRatio(ours, baseline),
    required: `≤ ${VERSE_MAX_SECONDS} s`,
    met: median(ours) <= VERSE_MAX_SECONDS,
  };
}

function toShiftRow(passage: string, ours: FirstVerse[], baseline: FirstVerse[]): ResultRow {
  const worst = (visits: FirstVerse[]) => Math.max(...visits.map(({ layoutShift }) => layoutShift));
  return {
    measure: `${passage}: cumulative layout shift until the fonts are there, worst round`,
    ours: worst(ours).toFixed(3),
    baseline: worst(baseline).toFixed(3),
    ratio: null,
    required: `≤ ${SHIFT_MAX}`,
    met: worst(ours) <= SHIFT_MAX,
  };
}
