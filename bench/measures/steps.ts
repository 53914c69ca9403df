import { setTimeout as delay } from 'node:timers/promises';
import type { Browser } from 'playwright-core';
import { saveEdition } from '../../src/editions/save-edition.ts';
import { readStarterEdition } from '../../src/editions/starter.ts';
import { listFirstLives } from '../../src/first-start.ts';
import type { Installation } from '../../src/installation.ts';
import { launchChromium } from '../../test/support/browser/chromium.ts';
import { type MeasuredServer, startMeasuredServer } from '../lectern.ts';
import { now, openScreen } from '../load/screen.ts';
import { openViewers } from '../load/viewers.ts';
import { type Program, startProgram } from '../programs.ts';
import { type Extent, percentile, type ResultRow, toRow, toText } from '../results.ts';

const TRANSLATIONS = ['kjv', 'kjv-2', 'kjv-3', 'kjv-4'];
/** 1,250 verses, which are 5,000 items in four translations. */
const LONG = 'Genesis 1:1-41:54';
/** 100 verses. */
const SHORT = 'Genesis 1:1-4:20';
const STEPS = 100;
const GROWTH_MAX = 2;
const NOW_MAX_BYTES = 16 * 1_024;
const VIEWERS = 500;
const SEEN_STEPS = 60;
const SEEN_GAP_MS = 200;
/** Messages that arrive by then belong to the step. */
const SETTLE_MS = 1_000;
const STEP_MAX_BYTES = 1_024;
const PAINTED_MAX_MS = 100;
const PRESSED_MAX_MS = 120;

/**
 * Measures the cost of a step for a controller and for each viewer, and the time until it is painted. [D55] [D56] [D74]
 */
export async function measureSteps({ rounds }: Extent): Promise<ResultRow[]> {
  let button = '';
  await using lectern = await startMeasuredServer({
    prepare: async (installation, organization) => {
      await addTranslations(installation, organization);
      button = await createButton(installation, organization);
    },
  });
  await using raw = await startProgram('./baselines/raw-stream.ts');
  return [...(await measureQueues(lectern, rounds)), ...(await measureSeen(lectern, raw, button))];
}

async function addTranslations({ editions, administration }: Installation, organization: string): Promise<void> {
  const starter = await readStarterEdition();
  const books = starter.books.filter(({ name }) => name === 'Genesis');
  for (const slug of TRANSLATIONS.slice(1)) {
    await saveEdition(editions, { ...starter, slug, books });
    await administration.enableEdition(slug, { organization });
  }
}

/** Returns the address of a button link of the first Live, with its key. */
async function createButton(installation: Installation, organization: string): Promise<string> {
  const [owner] = await installation.administration.listMembers(organization);
  const [live] = await listFirstLives(installation, 1);
  const { link, key } = await installation.buttonLinks.create(
    (await installation.lives.find(live!.id))!.record,
    { name: 'Desk', kind: 'control' },
    { channel: 'page', userId: owner!.userId, credentialId: null, operation: 'createButtonLink', requestId: null },
  );
  return `/b/${link.id}/${key}`;
}

/** Compares steps through a long queue with steps through a short one. */
async function measureQueues(lectern: MeasuredServer, rounds: number): Promise<ResultRow[]> {
  const open = async (passage: string) => {
    const live = await lectern.createLive();
    await live.push(passage, { translations: TRANSLATIONS });
    return live;
  };
  const lives = { long: await open(LONG), short: await open(SHORT) };
  const timesOf = { long: [] as number[], short: [] as number[] };
  let bytes = 0;
  for (let step = 0; step < rounds * STEPS; step++) {
    for (const queue of ['long', 'short'] as const) {
      const begun = performance.now();
      await lives[queue].write('POST', '/step', { by: step % STEPS < STEPS / 2 ? 1 : -1 });
      timesOf[queue].push(performance.now() - begun);
    }
    const { body } = await lives.long.call('GET', '/now');
    bytes = Math.max(bytes, Buffer.byteLength(JSON.stringify(body)));
  }
  const toNote = (times: number[]) => `p99 ${toText(percentile(times, 99))} ms`;
  return [
    toRow('step through 5,000 items in 4 translations (baseline: 400 items)', {
      ours: timesOf.long,
      baseline: timesOf.short,
      unit: 'ms',
      notes: [toNote(timesOf.long), toNote(timesOf.short)],
      ratioMost: GROWTH_MAX,
    }),
    toRow('what a controller reads after it, the largest', { ours: [bytes], unit: 'bytes', most: NOW_MAX_BYTES }),
  ];
}

/** Compares what viewers of a step get with a plain page and a bare stream. */
async function measureSeen(lectern: MeasuredServer, raw: Program, button: string): Promise<ResultRow[]> {
  const live = await lectern.createLive();
  await live.push('Psalm 119');
  const browser = await launchChromium();
  try {
    const ours = await follow(browser, lectern, {
      page: `/l/${live.liveId}?view=screen`,
      stream: `/l/${live.liveId}/stream`,
      step: () => live.write('POST', '/step', { by: 1 }),
    });
    await lectern.firstLive.push('Psalm 119');
    const pressed = await follow(browser, lectern, {
      page: `/l/${lectern.firstLive.liveId}?view=screen`,
      stream: `/l/${lectern.firstLive.liveId}/stream`,
      step: () => fetch(`${lectern.url}${button}/next`, { method: 'POST' }),
    });
    const baseline = await follow(browser, raw, {
      page: '/page',
      stream: '/',
      step: (text) => fetch(raw.url, { method: 'POST', body: text }),
    });
    return [
      toRow(`bytes of a step to a viewer, ${VIEWERS} viewers`, {
        ours: [ours.bytes],
        baseline: [baseline.bytes],
        unit: 'bytes',
        most: STEP_MAX_BYTES,
      }),
      toRow(`from a step to the painted frame, p99 of ${SEEN_STEPS}, ${VIEWERS} viewers (baseline: a plain page)`, {
        ours: [percentile(ours.times, 99)],
        baseline: [percentile(baseline.times, 99)],
        unit: 'ms',
        notes: [ours, baseline].map(({ times }) => `median ${toText(percentile(times, 50))} ms`) as [string, string],
        most: PAINTED_MAX_MS,
      }),
      toRow(`from a press of a button to the painted frame, p95 of ${SEEN_STEPS}, ${VIEWERS} viewers`, {
        ours: [percentile(pressed.times, 95)],
        unit: 'ms',
        most: PRESSED_MAX_MS,
      }),
    ];
  } finally {
    await browser.close();
  }
}

interface Followed {
  readonly page: string;
  readonly stream: string;
  step(text: string): Promise<unknown>;
}

async function follow(browser: Browser, { url, port }: Program, { page, stream, step }: Followed) {
  const screen = await openScreen(browser, url + page);
  const viewers = await openViewers(port, stream, VIEWERS);
  await delay(SETTLE_MS);
  const before = viewers.bytes;
  const times: number[] = [];
  for (let index = 0; index < SEEN_STEPS; index++) {
    const text = `119:${index + 2}`;
    const begun = now();
    await step(text);
    times.push((await screen.painted(text)) - begun);
    await delay(SEEN_GAP_MS);
  }
  await delay(SETTLE_MS);
  viewers.close();
  return { times, bytes: (viewers.bytes - before) / VIEWERS / SEEN_STEPS };
}
