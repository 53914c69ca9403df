import type { Page } from 'playwright-core';
import type { ScriptedAudience } from '../../test/support/scripted/scripted-audience.ts';
import type { SizedPage } from './page-queue.ts';

/**
 * The size of the text of a page as it was set, the smallest that can be read, and whether anything is out of place.
 */
export interface PageSize {
  readonly size: number;
  readonly least: number;
  readonly overflows: boolean;
}

const LOOK = `(wanted) => {
  const plain = (text) => text.replace(/\\s+/g, '');
  const body = document.querySelector('.frame:not(.leaving) .body, .now .body');
  if (!body || plain(body.textContent) !== wanted) return null;
  const size = Number.parseFloat(getComputedStyle(body).fontSize);
  const view = document.documentElement.dataset.view;
  const least = view === 'lower-third' ? Math.min(innerWidth, innerHeight) / 30 : innerHeight / 40;
  const boxes = [...body.children].map((text) => text.getBoundingClientRect());
  const own = body.getBoundingClientRect();
  const plate = document.querySelector('.frame:not(.leaving) .plate');
  const below = document.querySelector(view === 'stage' ? '.next' : '.frame:not(.leaving) .credit');
  const overflows =
    boxes.some(({ left, right, top, bottom }) => left < 0 || right > innerWidth + 1 || top < -1 || bottom > innerHeight + 1) ||
    [...body.children].some((text) => text.scrollWidth > text.offsetWidth + 1) ||
    (getComputedStyle(below).order !== '-1' && own.bottom > below.getBoundingClientRect().top + 1) ||
    (plate && plate.getBoundingClientRect().top < innerHeight * 0.66);
  return { size, least, overflows: Boolean(overflows) };
}`;

/** Shows a page on an open output, and looks at it once it is drawn. */
export async function measurePage(
  page: Page,
  audience: ScriptedAudience,
  { state, texts }: SizedPage,
  most: number,
): Promise<PageSize> {
  audience.become(state);
  const wanted = texts.slice(0, most).join('').replace(/\s+/g, '');
  const seen = await page.waitForFunction(`(${LOOK})(${JSON.stringify(wanted)})`, undefined, {
    polling: 'raf',
    timeout: 20_000,
  });
  return (await seen.jsonValue()) as PageSize;
}

/** Figures of the current page: the room for its texts, in px, and the smallest readable size. */
export interface RoomSize {
  readonly width: number;
  readonly height: number;
  readonly least: number;
}

export const measureRoom = (page: Page): Promise<RoomSize> =>
  page.evaluate(`(() => {
    const view = document.documentElement.dataset.view;
    const least = view === 'lower-third' ? Math.min(innerWidth, innerHeight) / 30 : innerHeight / 40;
    const area = document.querySelector('.frame:not(.leaving) .area, .frame:not(.leaving) .room, .now .area');
    const block = document.querySelector('.frame:not(.leaving) .block, .frame:not(.leaving) .plate');
    const body = document.querySelector('.frame:not(.leaving) .body, .now .body');
    const { paddingLeft = '0', paddingRight = '0' } = block ? getComputedStyle(block) : {};
    const edges = Number.parseFloat(paddingLeft) + Number.parseFloat(paddingRight);
    return { width: area.clientWidth - edges, height: area.clientHeight - (block ? block.offsetHeight - body.offsetHeight : 0), least };
  })()`);

/**
 * Sets many pages at once at the smallest size that can be read, in the classes and styles of the page that is shown,
 * and returns for each whether it fits so. The fit finds a size that is no smaller wherever this one fits.
 */
export const fitAtLeast = (
  page: Page,
  pages: readonly (readonly string[])[],
  room: RoomSize,
  beside: boolean,
): Promise<boolean[]> =>
  page.evaluate(
    `(([pages, { width, height, least }, beside]) => {
      const shown = document.querySelector('.frame:not(.leaving) .body, .now .body');
      const holder = document.createElement('div');
      holder.style.cssText = 'position:absolute;visibility:hidden;left:0;top:0';
      const bodies = pages.map((texts) => {
        const settings = texts.length > 1 ? (beside ? [Math.min(texts.length, texts.length > 3 ? 2 : texts.length), 1] : [1]) : [1, 2];
        return settings.map((columns) => {
          const body = document.createElement('div');
          body.className = 'body alone' + (texts.length > 1 ? ' several' : '') + (columns > 1 ? ' beside' : '');
          for (const text of texts) {
            const paragraph = document.createElement('p');
            paragraph.className = 'scripture';
            paragraph.textContent = text;
            body.append(paragraph);
          }
          const column = Math.min((width - (columns - 1) * 1.6 * least) / columns, 60 * 0.42 * least);
          body.style.columnCount = columns > 1 ? columns : 'auto';
          body.style.setProperty('--columns', columns);
          body.style.fontSize = least + 'px';
          body.style.inlineSize = columns * column + (columns - 1) * 1.6 * least + 'px';
          holder.append(body);
          return body;
        });
      });
      shown.after(holder);
      const fits = bodies.map((settings) => settings.some((body) => body.offsetHeight <= height && body.scrollWidth <= body.offsetWidth + 1));
      holder.remove();
      return fits;
    })(${JSON.stringify([pages, room, beside])})`,
  );
