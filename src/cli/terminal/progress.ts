import type { Progress } from '../command.ts';
import { onInterruption } from './interruption.ts';
import { terminal } from './terminal.ts';

/** Shows a progress bar on standard error, if that is a terminal and `shown` is set. */
export async function openProgress(title: string, shown: boolean): Promise<Progress> {
  const { stderr } = terminal();
  if (!shown || !stderr.isTTY) return { update: () => {}, end: () => {} };
  const { SingleBar } = await import('cli-progress');
  const bar = new SingleBar({
    stream: stderr,
    format: `${title} {bar} {percentage}%`,
    barCompleteChar: '█',
    barIncompleteChar: '░',
    hideCursor: true,
    clearOnComplete: true,
  });
  bar.start(1, 0);
  // The bar hides the cursor and disables line wrapping, so an interruption must stop it.
  const unregister = onInterruption('Interrupted. Nothing was changed.', () => bar.stop());
  const end = () => {
    unregister();
    bar.stop();
  };
  return { update: (share) => bar.update(share), end };
}
