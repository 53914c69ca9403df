import type { FunctionComponent } from 'preact';
import type { ViewerView } from '../../src/contract/viewer-views.ts';
import { reloadPage } from './reload-page.ts';
import type { ViewProps } from './views/view-props.ts';

/** The component of each view, with its styles. */
const VIEWS = {
  reader: async () => ({ View: (await import('./views/reader.tsx')).ReaderView }),
  screen: async () => ({ View: (await import('./views/screen.tsx')).ScreenView }),
  'lower-third': async () => ({ View: (await import('./views/lower-third.tsx')).LowerThirdView }),
  stage: async () => ({ View: (await import('./views/stage.tsx')).StageView }),
} satisfies Record<ViewerView, () => Promise<{ View: FunctionComponent<ViewProps> }>>;

/** Parts of this page that only some viewers need: the view of the address first, the rest when it is needed. */
const LOADERS = {
  ...VIEWS,
  controls: () => import('./look/controls.tsx'),
  design: () => import('./design/design.ts'),
  slides: () => import('./slides/slides.ts'),
  fonts: () => import('./fonts/fonts.ts'),
};

export type PartName = keyof typeof LOADERS;
/** What is here. Null: it did not come, and the page does without it for a while. */
export type Parts = { [Name in PartName]?: Awaited<ReturnType<(typeof LOADERS)[Name]>> | null };

const RETRY_MS = 30_000;
/** How long the page waits for the one that it is reloaded as, before it draws without the part. */
const RELOAD_MAX_MS = 5_000;

/** Resolves when all of `names` are in `parts`, or have turned out not to come; then `again` is called in a while. */
export async function loadParts(parts: Parts, names: PartName[], again: () => void): Promise<void> {
  await Promise.all(
    names.map(async (name) => {
      try {
        Object.assign(parts, { [name]: await LOADERS[name]() });
      } catch {
        // Mostly the server has been updated since this page was opened, and has other files now: those of the page that it has now.
        // What is shown stays until that page is there.
        if ((await isServerReachable()) && reloadPage())
          await new Promise((resolve) => setTimeout(resolve, RELOAD_MAX_MS));
        parts[name] = null;
        setTimeout(() => {
          delete parts[name];
          again();
        }, RETRY_MS);
      }
    }),
  );
}

/** A page that is loaded again while nobody answers would be the browser's complaint, for everybody to see. */
export const isServerReachable = () =>
  fetch(location.href).then(
    ({ ok }) => ok,
    () => false,
  );
