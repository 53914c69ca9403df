/** Shows the progress of a backup or restore, and loads the page again, or another, when it has ended. */

const POLL_MS = 1_000;
/** Interval after an error, such as a server that restarts. */
const RETRY_MS = 5_000;

const section = document.querySelector<HTMLElement>('#backup-progress')!;
const bar = section.querySelector('progress')!;
const percent = section.querySelector<HTMLElement>('[data-percent]')!;
const format = new Intl.NumberFormat(document.documentElement.lang, { style: 'percent' });

/** Reads the progress. Returns the milliseconds until the next read, or null after the last one. */
async function update(): Promise<number | null> {
  const response = await fetch(section.dataset.progress!, { headers: { accept: 'application/json' } });
  // A restore has ended the session.
  if (response.status === 401) location.replace(section.dataset.after ?? location.pathname);
  // The session has ended, or its sign-in is too old. The page says so when it is loaded again.
  if (response.status >= 400 && response.status < 500 && response.status !== 429) return null;
  if (!response.ok) return RETRY_MS;
  const { running } = (await response.json()) as { running: { share: number } | null };
  if (!running) {
    location.replace(section.dataset.after ?? location.pathname);
    return null;
  }
  bar.value = running.share;
  percent.textContent = format.format(running.share);
  return POLL_MS;
}

async function follow(): Promise<void> {
  const wait = await update().catch(() => RETRY_MS);
  if (wait !== null) setTimeout(follow, wait);
}

setTimeout(follow, POLL_MS);
