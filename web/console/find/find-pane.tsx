import { FirstStartCards } from '../first-start/first-start-cards.tsx';
import { useConsole } from '../state/console-context.ts';
import { CandidateList } from './candidate-list.tsx';
import { ChapterView } from './chapter-view.tsx';
import { RecentList } from './recent-list.tsx';

/** What the typed text may mean, the chapter around it, and what was shown recently. */
export function FindPane() {
  const { bar, words, firstStart } = useConsole();
  const isTyping = bar.text.value.trim() !== '';
  return (
    <section class="pane find" aria-labelledby="find-title">
      <h2 id="find-title">{words.panes.find}</h2>
      {!isTyping && firstStart.value && <FirstStartCards />}
      {isTyping ? <CandidateList /> : <RecentList />}
      <ChapterView />
    </section>
  );
}
