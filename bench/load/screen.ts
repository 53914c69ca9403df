import { setTimeout as delay } from 'node:timers/promises';
import type { Browser } from 'playwright-core';

const SCREEN = { viewport: { width: 1280, height: 720 } };
const PAINTED_MAX_MS = 10_000;

/**
 * Notes the text of each frame that shows a change: a frame begins, and the next task comes after its paint.
 * `paintedWith` resolves with the time of the first one that has a text.
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
  /** Returns the time of the first frame with this text, in milliseconds since 1970. */
  painted(text: string): Promise<number>;
}

/** Opens a page that shows a Live. */
export async function openScreen(browser: Browser, url: string): Promise<Screen> {
  const page = await browser.newPage(SCREEN);
  await page.addInitScript(WATCH);
  await page.goto(url);
  return {
    painted: async (text) => {
      const painted = page.evaluate<number>(`paintedWith(${JSON.stringify(text)})`);
      const at = await Promise.race([painted, delay(PAINTED_MAX_MS, null, { ref: false })]);
      if (at === null) throw new Error(`The page does not show ${text}.`);
      return at;
    },
  };
}

/** The current time in milliseconds since 1970, as a page has it. */
export const now = (): number => performance.timeOrigin + performance.now();
