import { setTimeout as delay } from 'node:timers/promises';
import type { Browser } from 'playwright-core';

const SCREEN = { viewport: { width: 1280, height: 720 } };
const PAINTED_MAX_MS = 10_000;

/**
 * Notes when each frame has been painted in which the page was another: a frame begins, and the next task comes after
 * its paint. `paintedWith` resolves with the time of the first one that has a text.
 */
const WATCH = `
  globalThis.painted = [];
  globalThis.look = () => {};
  globalThis.paintedWith = (text) => new Promise((resolve) => {
    globalThis.look = () => {
      const frame = painted.find((each) => each.text.includes(text));
      if (!frame) return;
      painted.length = 0;
      resolve(frame.at);
    };
    look();
  });
  addEventListener('DOMContentLoaded', () => {
    let waiting = false;
    new MutationObserver(() => {
      if (waiting) return;
      waiting = true;
      requestAnimationFrame(() => setTimeout(() => {
        waiting = false;
        painted.push({ at: performance.timeOrigin + performance.now(), text: document.body.innerText });
        look();
      }));
    }).observe(document.body, { subtree: true, childList: true, characterData: true, attributes: true });
  });
`;

export interface Screen {
  /** Milliseconds since 1970 of the first frame that was painted with this text, once there is one. */
  painted(text: string): Promise<number>;
  close(): Promise<void>;
}

/** Opens a page that shows what a Live shows. */
export async function openScreen(browser: Browser, url: string): Promise<Screen> {
  const context = await browser.newContext(SCREEN);
  const page = await context.newPage();
  await page.addInitScript(WATCH);
  await page.goto(url);
  return {
    painted: (text) => withinTime(page.evaluate(`paintedWith(${JSON.stringify(text)})`), text),
    close: () => context.close(),
  };
}

async function withinTime(painted: Promise<unknown>, text: string): Promise<number> {
  const late = delay(PAINTED_MAX_MS, null, { ref: false });
  const at = await Promise.race([painted, late]);
  if (typeof at !== 'number') throw new Error(`The page does not show ${text}.`);
  return at;
}
