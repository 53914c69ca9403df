import { useConsole } from '../state/console-context.ts';
import { PageList } from './page-list.tsx';
import { SlideList } from './slide-list.tsx';

/** The pages of the queue, or the slides of what is presented. */
export function Queue() {
  const { words, live, queue } = useConsole();
  const presents = live.now.value?.mode === 'presentation';
  return (
    <section class="pane queue" aria-labelledby="queue-title">
      <h2 id="queue-title">
        {presents ? words.queue.slides : words.queue.title}
        {!presents && queue.total.value > 0 && <span class="count">{queue.total.value}</span>}
      </h2>
      {presents ? <SlideList /> : <PageList />}
    </section>
  );
}
