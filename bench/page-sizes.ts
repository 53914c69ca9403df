/**
 * Measures in Chromium how large the texts of pages are on screens, lower thirds and stages, with the default paging
 * [D54]: `node bench/page-sizes.ts [EDITION...]`. The editions are files that `lectern edition import` reads; they
 * stand beside the starter edition, which stands for those that are missing. Pages of all verses in one to three
 * translations are set at the smallest size that can be read; those that do not fit so, the longest and some at random
 * go through the page itself.
 */
import type { Page } from 'playwright-core';
import type { NormalizedEdition } from '../src/editions/normalized-edition.ts';
import { openEditionSource, parseEdition } from '../src/editions/parse-edition.ts';
import { readStarterEdition } from '../src/editions/starter.ts';
import { launchChromium } from '../test/support/browser/chromium.ts';
import { viewerStateWith } from '../test/support/requests/viewer-samples.ts';
import { type ScriptedAudience, startScriptedAudience } from '../test/support/scripted/scripted-audience.ts';
import { listSizedPages, type SizedPage } from './load/page-queue.ts';
import { fitAtLeast, measurePage, measureRoom } from './load/page-sizes.ts';

const SURFACES = [
  { view: 'screen', width: 1920, height: 1080 },
  { view: 'lower-third', width: 1920, height: 1080 },
  { view: 'stage', width: 1920, height: 1080 },
  { view: 'screen', width: 1080, height: 1920 },
];
const TRANSLATIONS_MAX = 3;
/** Pages that are measured in the page itself: the longest ones, and others. */
const SAMPLE = 500;
/** Pages that are laid out at once. */
const BATCH = 1_000;

type Surface = (typeof SURFACES)[number];

async function readEditions(paths: readonly string[]): Promise<NormalizedEdition[]> {
  const starter = await readStarterEdition();
  const editions = [starter];
  for (const path of paths) {
    const { text } = await parseEdition(await openEditionSource(path), {}, () => {});
    editions.push(text);
  }
  while (editions.length < TRANSLATIONS_MAX) editions.push(starter);
  return editions.slice(0, TRANSLATIONS_MAX);
}

/** The longest, and as many others that are spread evenly over the rest. */
function chooseSample(pages: readonly SizedPage[]): SizedPage[] {
  const sorted = pages.toSorted((one, other) => other.characters - one.characters);
  const rest = sorted.slice(SAMPLE);
  return [...sorted.slice(0, SAMPLE), ...rest.filter((_, index) => index % Math.ceil(rest.length / SAMPLE) === 0)];
}

async function measure(page: Page, audience: ScriptedAudience, pages: readonly SizedPage[], surface: Surface) {
  const most = surface.view === 'lower-third' ? 2 : TRANSLATIONS_MAX;
  const sample = chooseSample(pages);
  await measurePage(page, audience, sample[0]!, most);
  const room = await measureRoom(page);
  const doubtful: SizedPage[] = [];
  for (let from = 0; from < pages.length; from += BATCH) {
    const batch = pages.slice(from, from + BATCH);
    const texts = batch.map((each) => each.texts.slice(0, most));
    const fits = await fitAtLeast(page, texts, room, surface.width > surface.height);
    doubtful.push(...batch.filter((_, index) => !fits[index]));
  }
  let overflowing = 0;
  const small = new Map<string, number>();
  const sizes: number[] = [];
  const seen = new Set<string>();
  for (const one of [...sample, ...doubtful]) {
    if (seen.has(one.place)) continue;
    seen.add(one.place);
    const { size, least, overflows } = await measurePage(page, audience, one, most);
    sizes.push(size / least);
    if (overflows) {
      overflowing++;
      process.stderr.write(`overflows: ${one.place}\n`);
    }
    if (size < least - 0.5) small.set(one.place, size / least);
  }
  return {
    pages: pages.length,
    doubtful: doubtful.length,
    seen: seen.size,
    overflowing,
    small,
    smallest: Math.min(...sizes),
  };
}

const editions = await readEditions(process.argv.slice(2));
const audience = await startScriptedAudience(viewerStateWith([]));
const browser = await launchChromium();
console.log(
  '| surface | translations | pages | not at the least size at once | seen in the page | too small | smallest, of the least | overflow |',
);
console.log('|---|---|---|---|---|---|---|---|');
try {
  for (let count = 1; count <= TRANSLATIONS_MAX; count++) {
    const pages = [...listSizedPages(editions.slice(0, count))];
    for (const surface of SURFACES) {
      const { view, width, height } = surface;
      const page = await browser.newPage({ viewport: { width, height }, bypassCSP: true });
      await page.goto(`${audience.url}/l/sizes?view=${view}`);
      const { small, smallest, ...figures } = await measure(page, audience, pages, surface);
      const percent = ((100 * small.size) / pages.length).toFixed(3);
      console.log(
        `| ${view} ${width}×${height} | ${count} | ${figures.pages} | ${figures.doubtful} | ${figures.seen} | ${small.size} (${percent} %) | ${smallest.toFixed(2)} | ${figures.overflowing} |`,
      );
      for (const [place, part] of [...small].slice(0, 5))
        process.stderr.write(`too small: ${place} ${part.toFixed(2)}\n`);
      await page.close();
    }
  }
} finally {
  await browser.close();
  await audience.close();
}
