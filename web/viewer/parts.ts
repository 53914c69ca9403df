import type { FunctionComponent } from 'preact';
import type { ViewerView } from '../../src/contract/viewer-views.ts';
import { reloadPage } from './reload-page.ts';
import type { ViewProps } from './views/view-props.ts';

/** Loaders of each view's component and styles. */
const VIEWS = {
  reader: async () => ({ View: (await import('./views/reader.tsx')).ReaderView }),
  screen: async () => ({ View: (await import('./views/screen.tsx')).ScreenView }),
  'lower-third': async () => ({ View: (await import('./views/lower-third.tsx')).LowerThirdView }),
  stage: async () => ({ View: (await import('./views/stage.tsx')).StageView }),
} satisfies Record<ViewerView, () => Promise<{ View: FunctionComponent<ViewProps> }>>;

/** Loaders of the parts that only some viewers need. */
const LOADERS = {
  ...VIEWS,
  controls: () => import('./appearance/controls.tsx'),
  design: () => import('./design/design.ts'),
  slides: () => import('./slides/slides.ts'),
  fonts: () => import('./fonts/fonts.ts'),
  phone: () => import('./phone/phone.tsx'),
  chords: () => import('./chords/chords.tsx'),
};

export type PartName = keyof typeof LOADERS;
/** Loaded parts. Null: the part failed to load, and the page does without it for now. */
export type Parts = { [Name in PartName]?: Awaited<ReturnType<(typeof LOADERS)[Name]>> | null };

const RETRY_MS = 30_000;
/** Time to wait for a requested reload before rendering without the part. */
const RELOAD_MAX_MS = 5_000;

/** Loads parts. Resolves when all of `names` have loaded or failed. After a failure, calls `again` later to retry. */
export async function loadParts(parts: Parts, names: PartName[], again: () => void): Promise<void> {
  await Promise.all(
    names.map(async (name) => {
      try {
        Object.assign(parts, { [name]: await LOADERS[name]() });
      } catch {
        // Usually the server was updated since the page was opened and now serves other files, so the page is reloaded.
        // The current rendering stays until the new page is there.
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

/**
 * Returns whether the server responds. A reload while it does not would show the browser's error page to the audience.
 */
export const isServerReachable = () =>
  fetch(location.href).then(
    ({ ok }) => ok,
    () => false,
  );
