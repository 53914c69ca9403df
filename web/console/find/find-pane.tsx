import { FirstStartCards } from '../first-start/first-start-cards.tsx';
import { useConsole } from '../state/console-context.ts';
import { CandidateList } from './candidate-list.tsx';
import { ChapterView } from './chapter-view.tsx';
import { RecentList } from './recent-list.tsx';

/** Renders the candidates for the typed text or the recently shown entries, and the chapter below them. */
export function FindPane() {
  const { bar, strings } = useConsole();
  const isTyping = bar.text.value.trim() !== '';
  return (
    <section class="pane find" aria-labelledby="find-title">
      <h2 id="find-title">{strings.panes.find}</h2>
      {!isTyping && <FirstStartCards />}
      {isTyping ? <CandidateList /> : <RecentList />}
      <ChapterView />
    </section>
  );
}
