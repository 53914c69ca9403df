import { later } from '../../ui/later.tsx';
import { useConsole } from '../state/console-context.ts';
import { CandidateList } from './candidate-list.tsx';
import { ChapterView } from './chapter-view.tsx';
import { RecentList } from './recent-list.tsx';

/** Few people need them, and only once. */
const FirstStartCards = later(async () => (await import('../first-start/first-start-cards.tsx')).FirstStartCards);

/** Renders the candidates for the typed text or the recently shown entries, and the chapter below them. */
export function FindPane() {
  const { bar, firstStart, strings } = useConsole();
  const isTyping = bar.text.value.trim() !== '';
  return (
    <section class="pane find" aria-labelledby="find-title">
      <h2 id="find-title">{strings.panes.find}</h2>
      {!isTyping && firstStart.cards.value.length > 0 && <FirstStartCards />}
      {isTyping ? <CandidateList /> : <RecentList />}
      <ChapterView />
    </section>
  );
}
