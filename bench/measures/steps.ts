import { setTimeout as delay } from 'node:timers/promises';
import { launchChromium } from '../../test/support/browser/chromium.ts';
import type { BenchmarkExtent } from '../extent.ts';
import { type BenchmarkServer, EDITION, editionSlug } from '../lectern-server.ts';
import { openScreen } from '../load/painted-steps.ts';
import { MARKER_LENGTH, toPayload } from '../load/payload.ts';
import { median, quantile } from '../load/quantile.ts';
import { openViewers } from '../load/viewer-crowd.ts';
import { type ResultRow, toRatioRow } from '../results.ts';

export const TRANSLATIONS = 4;
const ITEMS = 5_000;
/** Lines with a part for each step. */
const FEW_ITEMS = 400;
const STEPS = 100;
const REQUIRED_GROWTH = 2;
const VIEWERS = 500;
const SEEN_STEPS_A_ROUND = 60;
const SEEN_GAP_MS = 200;
/** Messages that arrive by then count for the step. */
const SETTLE_MS = 1_000;
const NOW_MAX_BYTES = 16 * 1024;
const STEP_MAX_BYTES = 1024;
const PAINTED_MAX_MS = 100;

/** Steps of one Live, as its operator makes them. */
interface Stepped {
  readonly liveId: string;
  step(): Promise<void>;
}

/**
 * Cost of a step through a queue for a controller and for each viewer, and the time until it is painted. [D55], [D56]
 */
export async function measureSteps(lectern: BenchmarkServer, extent: BenchmarkExtent): Promise<ResultRow[]> {
  return [...(await measureNow(lectern)), ...(await measureSeen(lectern, extent))];
}

async function measureNow(lectern: BenchmarkServer): Promise<ResultRow[]> {
  const translations = Array.from({ length: TRANSLATIONS }, (_, index) => editionSlug(index));
  const open = (items: number) => openStepped(lectern, 2, items / TRANSLATIONS, translations);
  const [long, short] = [await open(ITEMS), await open(FEW_ITEMS)];
  const timeOf = async ({ step }: Stepped) => {
    const begun = performance.now();
    await step();
    return performance.now() - begun;
  };
  let bytes = 0;
  const ours: number[] = [];
  const baseline: number[] = [];
  for (let index = 0; index < STEPS; index++) {
    ours.push(await timeOf(long));
    baseline.push(await timeOf(short));
    const now = await request(lectern, 'GET', `/v1/lives/${long.liveId}/now`);
    bytes = Math.max(bytes, Buffer.byteLength(await now.text()));
  }
  const queue = `${ITEMS} items in ${TRANSLATIONS} translations`;
  return [
    {
      measure: `what a controller reads, ${queue}, most of ${STEPS} steps`,
      ours: `${bytes} bytes`,
      baseline: null,
      ratio: null,
      required: `≤ ${NOW_MAX_BYTES} bytes`,
      met: bytes <= NOW_MAX_BYTES,
    },
    toRatioRow(`a step and its answer, ${queue}`, {
      ours: median(ours),
      baseline: median(baseline),
      toText: (value) => `${value.toFixed(2)} ms`,
      notes: [`p99 ${quantile(ours, 0.99).toFixed(2)} ms`, `${FEW_ITEMS} items`],
      atMost: REQUIRED_GROWTH,
    }),
  ];
}

async function measureSeen(lectern: BenchmarkServer, { rounds }: BenchmarkExtent): Promise<ResultRow[]> {
  const steps = rounds * SEEN_STEPS_A_ROUND;
  const { liveId, step } = await openStepped(lectern, 1, EDITION.verses, [EDITION.slug]);
  const browser = await launchChromium();
  const screen = await openScreen(browser, `http://127.0.0.1:${lectern.port}/l/${liveId}?view=screen`);
  const crowd = await openViewers(lectern.port, lectern.streamPath(liveId), VIEWERS, lectern.streamReady);
  try {
    await delay(SETTLE_MS);
    const before = crowd.bytes;
    const times: number[] = [];
    for (let index = 0; index < steps; index++) {
      const begun = performance.timeOrigin + performance.now();
      await step();
      times.push((await screen.painted(toMarker(index + 2))) - begun);
      await delay(SEEN_GAP_MS);
    }
    await delay(SETTLE_MS);
    const bytes = (crowd.bytes - before) / VIEWERS / steps;
    return [
      {
        measure: `bytes of a step to a viewer, ${VIEWERS} viewers`,
        ours: `${Math.round(bytes)} bytes`,
        baseline: null,
        ratio: null,
        required: `≤ ${STEP_MAX_BYTES} bytes`,
        met: bytes > 0 && bytes <= STEP_MAX_BYTES,
      },
      {
        measure: `from the request of a step to the painted frame, p99 of ${steps}, ${VIEWERS} viewers`,
        ours: `${quantile(times, 0.99).toFixed(0)} ms (median ${median(times).toFixed(0)} ms)`,
        baseline: null,
        ratio: null,
        required: `≤ ${PAINTED_MAX_MS} ms`,
        met: quantile(times, 0.99) <= PAINTED_MAX_MS,
      },
    ];
  } finally {
    crowd.close();
    await browser.close();
  }
}

const toMarker = (verse: number): string => toPayload(verse, MARKER_LENGTH);

/** Queues the first verses of a chapter, of which the first is shown. */
async function openStepped(
  lectern: BenchmarkServer,
  chapter: number,
  verses: number,
  translations: readonly string[],
): Promise<Stepped> {
  const liveId = await lectern.createLive();
  const path = `/v1/lives/${liveId}`;
  let etag = (await request(lectern, 'GET', path)).headers.get('etag')!;
  const write = async (sub: string, body: object) => {
    const answer = await request(lectern, 'POST', path + sub, { body, etag });
    etag = answer.headers.get('etag')!;
    await answer.arrayBuffer();
  };
  const passage = { book_id: EDITION.bookId, chapter, verse: 1, end_verse: verses };
  await write('/passages', { passage, translations });
  return { liveId, step: () => write('/step', { by: 1 }) };
}

async function request(
  { port, authorization }: BenchmarkServer,
  method: string,
  path: string,
  { body, etag }: { body?: object; etag?: string } = {},
): Promise<Response> {
  const response = await fetch(`http://127.0.0.1:${port}${path}`, {
    method,
    headers: {
      ...authorization,
      ...(body && { 'Content-Type': 'application/json' }),
      ...(etag !== undefined && { 'If-Match': etag }),
    },
    ...(body && { body: JSON.stringify(body) }),
  });
  if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`);
  return response;
}
