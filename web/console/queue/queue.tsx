import { useConsole } from '../console-context.ts';

/** The pages of the queue. */
export function Queue() {
  const { words, live } = useConsole();
  return (
    <section class="pane queue" aria-label={words.panes.queue}>
      <h2>{words.panes.queue}</h2>
      <p>{live.now.value?.queue.pages}</p>
    </section>
  );
}
