import { useConsole } from '../console-context.ts';

/** What the typed text may mean, with the beginning of each text. */
export function Find() {
  const { bar, words } = useConsole();
  const candidates = bar.lookup.value?.data ?? [];
  return (
    <section class="pane find" aria-label={words.panes.find}>
      <h2>{words.panes.find}</h2>
      <div id="candidates" class="candidates" role="listbox" aria-label={words.bar.candidates}>
        {candidates.map((candidate, index) => (
          <div
            id={`candidate-${index}`}
            key={`${candidate.kind} ${candidate.reference} ${candidate.deck_id}`}
            class="candidate"
            role="option"
            tabIndex={-1}
            aria-selected={index === bar.chosen.value}
          >
            <span class="candidate-reference">{candidate.reference}</span>
            <span class="candidate-text" dir="auto">
              {candidate.texts[0]?.text}
            </span>
          </div>
        ))}
      </div>
    </section>
  );
}
