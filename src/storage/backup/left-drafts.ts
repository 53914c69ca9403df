import { readdirSync, rmSync, statSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';

/** No draft takes as long to be written: who made one that is older was killed. */
const AGE_MIN_MS = 60_000;

/**
 * Removes what killed processes have left of a file of secrets: drafts that are named after it with this at the end. What cannot be
 * removed stays.
 */
export function removeLeftDrafts(file: string, ending: RegExp): void {
  try {
    const [folder, name] = [dirname(file), basename(file)];
    for (const each of readdirSync(folder)) {
      if (!each.startsWith(`${name}.`) || !ending.test(each.slice(name.length))) continue;
      const draft = join(folder, each);
      if (Date.now() - statSync(draft).mtimeMs >= AGE_MIN_MS) rmSync(draft, { force: true });
    }
  } catch {
    // It is for the next time.
  }
}
