import { FirstStart } from '../first-start/first-start.tsx';
import { useConsole } from '../state/console-context.ts';
import { Candidates } from './candidates.tsx';
import { ChapterView } from './chapter-view.tsx';
import { Recent } from './recent.tsx';

/** What the typed text may mean, the chapter around it, and what was shown recently. */
export function Find() {
  const { bar, words, firstStart } = useConsole();
  const isTyping = bar.text.value.trim() !== '';
  return (
    <section class="pane find" aria-labelledby="find-title">
      <h2 id="find-title">{words.panes.find}</h2>
      {!isTyping && firstStart.value && <FirstStart />}
      {isTyping ? <Candidates /> : <Recent />}
      <ChapterView />
    </section>
  );
}
