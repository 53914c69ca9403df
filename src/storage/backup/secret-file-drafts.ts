import { randomBytes } from 'node:crypto';
import { readdirSync, rmSync, statSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';

/** No draft takes as long to be written: who made one that is older was killed. */
const AGE_MIN_MS = 60_000;

/** Nobody names a copy so. */
const ENDING = /^\.[0-9a-f]{12}\.draft$/;

/** The name under which a file of secrets is written before it takes its own. */
export const createDraftPath = (file: string): string => `${file}.${randomBytes(6).toString('hex')}.draft`;

/**
 * Removes what killed processes have left of a file of secrets: its drafts, and no copies that people made. What cannot be
 * removed stays.
 */
export function removeStaleSecretDrafts(file: string): void {
  try {
    const [folder, name] = [dirname(file), basename(file)];
    for (const each of readdirSync(folder)) {
      if (!each.startsWith(`${name}.`) || !ENDING.test(each.slice(name.length))) continue;
      const draft = join(folder, each);
      if (Date.now() - statSync(draft).mtimeMs >= AGE_MIN_MS) rmSync(draft, { force: true });
    }
  } catch {
    // It is for the next time.
  }
}
