import { reloadPage } from './reload-page.ts';

/** Parts of this page that only some viewers need: the view of the address first, the rest when it is needed. */
const LOADERS = {
  reader: () => import('./reader.ts'),
  screen: () => import('./screen.ts'),
  'lower-third': () => import('./lower-third.ts'),
  stage: () => import('./stage.ts'),
  controls: () => import('./controls.ts'),
  design: () => import('./design.ts'),
  slides: () => import('./slides.ts'),
  fonts: () => import('./fonts.ts'),
};

export type PartName = keyof typeof LOADERS;
/** What is here. Null: it did not come, and the page does without it for a while. */
export type Parts = { [Name in PartName]?: Awaited<ReturnType<(typeof LOADERS)[Name]>> | null };

const RETRY_MS = 30_000;

/** Resolves when all of `names` are in `parts`, or have turned out not to come; then `again` is called in a while. */
export async function loadParts(parts: Parts, names: PartName[], again: () => void): Promise<void> {
  await Promise.all(
    names.map(async (name) => {
      try {
        Object.assign(parts, { [name]: await LOADERS[name]() });
      } catch {
        // Mostly this page is older than the server, which has other files now: the page of today has its parts.
        if (await serverAnswers()) reloadPage();
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
const serverAnswers = () =>
  fetch(location.href).then(
    ({ ok }) => ok,
    () => false,
  );
