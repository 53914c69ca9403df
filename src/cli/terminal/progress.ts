import type { Progress } from '../command.ts';
import { onInterruption } from './interruption.ts';

/** A bar on standard error, if that is a terminal and a person looks on; else nothing is shown. */
export async function openProgress(title: string, shown: boolean): Promise<Progress> {
  if (!shown || !process.stderr.isTTY) return { update: () => {}, end: () => {} };
  const { SingleBar } = await import('cli-progress');
  const bar = new SingleBar({
    stream: process.stderr,
    format: `${title} {bar} {percentage}%`,
    barCompleteChar: '█',
    barIncompleteChar: '░',
    hideCursor: true,
    clearOnComplete: true,
  });
  bar.start(1, 0);
  // It hides the cursor and does not wrap lines.
  const forget = onInterruption('Interrupted. Nothing was changed.', () => bar.stop());
  const end = () => {
    forget();
    bar.stop();
  };
  return { update: (share) => bar.update(share), end };
}
