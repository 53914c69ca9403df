import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import type { CDPSession } from 'playwright-core';
import type { ViewerTransition } from '../../../src/contract/viewer.ts';
import { closeWithoutErrors, waitForAnimations } from '../../support/browser/audience-pages.ts';
import { openNewWith, world } from '../../support/browser/viewer-pages.ts';
import { SHORTEST, viewerStateWith } from '../../support/requests/viewer-samples.ts';

/** Transitions to test: one of each kind of movement, fewer for the view that keeps its plate. */
const TRANSITIONS: Record<string, readonly ViewerTransition[]> = {
  screen: ['none', 'fade', 'slide', 'zoom_in', 'wipe'],
  'lower-third': ['none', 'slide'],
};
const PUSHES = 40;
/** Pushes before the first measurement, in which the engine compiles and fills its caches. */
const WARM_UP = 40;
/** Speed-up of animations, so that they end before the next push. */
const SPEED = 100;
const PUSH_EVERY_MS = 20;
/** Tolerance for one more frame and for caches of the engine. */
const NODES_MORE = 60;
const BYTES_MORE = 300_000;

const TEXTS = [SHORTEST.text, 'Then said the Jews, Behold how he loved him!'] as const;

describe('a page that stays open for a long time', () => {
  for (const [view, transitions] of Object.entries(TRANSITIONS)) {
    test(`[D45] when ${PUSHES} pushes were made with each transition, then ${view} holds no more nodes and memory`, async (t) => {
      const opened = await Promise.all(
        transitions.map(async (transition) => {
          const settings = { theme: 'dark', scale: 0, presentation: false, transition } as const;
          const watched = await openNewWith(viewerStateWith([SHORTEST], { settings }), `view=${view}`);
          const devtools = await watched.context.newCDPSession(watched.page);
          await devtools.send('Animation.enable');
          await devtools.send('Animation.setPlaybackRate', { playbackRate: SPEED });
          return { ...watched, transition, devtools };
        }),
      );
      let pushes = 0;
      const push = async (count: number) => {
        for (let left = count; left > 0; left--) {
          pushes++;
          const item = { ...SHORTEST, id: `item ${pushes}`, text: TEXTS[pushes % 2]! };
          world.audience.sendChange({
            version: `${pushes + 1}`,
            from: `${pushes}`,
            type: 'scripture',
            showing: true,
            focus: item.id,
            queue: [{ op: 'clear' }, { op: 'insert', at: 0, items: [item] }],
          });
          await sleep(PUSH_EVERY_MS);
        }
        for (const { page } of opened) {
          await page
            .locator('.frame:not(.leaving)')
            .getByText(TEXTS[pushes % 2]!)
            .waitFor();
          await waitForAnimations(page);
        }
      };
      const measureAll = () => Promise.all(opened.map(({ devtools }) => measure(devtools)));
      await push(WARM_UP);
      const before = await measureAll();
      await push(PUSHES);
      const after = await measureAll();
      for (const [index, { transition }] of opened.entries()) {
        const [old, now] = [before[index]!, after[index]!];
        const said = `${transition}: ${old.nodes} nodes, ${old.bytes} bytes became ${now.nodes} nodes, ${now.bytes} bytes`;
        t.diagnostic(said);
        assert.ok(now.nodes <= old.nodes + NODES_MORE && now.bytes <= old.bytes + BYTES_MORE, said);
      }
      await closeWithoutErrors(...opened);
    });
  }
});

/** Measures nodes, attached or not, and the heap after garbage collection. */
async function measure(devtools: CDPSession): Promise<{ nodes: number; bytes: number }> {
  await devtools.send('HeapProfiler.collectGarbage');
  const { nodes } = await devtools.send('Memory.getDOMCounters');
  const { usedSize } = await devtools.send('Runtime.getHeapUsage');
  return { nodes, bytes: usedSize };
}
