import { randomBytes } from 'node:crypto';
import { readdirSync, rmSync, statSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';

/** Writing a draft never takes this long: the process that made an older one was killed. */
const STALE_AFTER_MS = 60_000;

/** Suffix of drafts, which people do not give to copies. */
const DRAFT_SUFFIX = /^\.[0-9a-f]{12}\.draft$/;

/** Returns the temporary name under which a secret file is written. */
export const createDraftPath = (file: string): string => `${file}.${randomBytes(6).toString('hex')}.draft`;

/**
 * Removes drafts of a secret file that killed processes left behind, but no copies that people made. Ignores files that
 * cannot be removed.
 */
export function removeStaleSecretDrafts(file: string): void {
  try {
    const [folder, name] = [dirname(file), basename(file)];
    for (const each of readdirSync(folder)) {
      if (!each.startsWith(`${name}.`) || !DRAFT_SUFFIX.test(each.slice(name.length))) continue;
      const draft = join(folder, each);
      if (Date.now() - statSync(draft).mtimeMs >= STALE_AFTER_MS) rmSync(draft, { force: true });
    }
  } catch {
    // Retried at the next start.
  }
}
