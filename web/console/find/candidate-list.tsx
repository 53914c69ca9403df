import { submitBar } from '../bar/submit-bar.ts';
import { findCommands } from '../commands/palette.ts';
import type { Candidate } from '../state/bar-state.ts';
import { useConsole } from '../state/console-context.ts';

/** What the bar offers: a click chooses, Enter shows. */
export function CandidateList() {
  const context = useConsole();
  const { bar, words, live } = context;
  const chosen = bar.chosen.value ?? 0;
  const rows =
    bar.parsed.value.kind === 'commands'
      ? findCommands(context).map(({ name, keys }) => ({ key: name, title: name, detail: keys, kind: null }))
      : bar.candidates.value.map((candidate) => ({
          key: `${candidate.kind} ${candidate.reference} ${candidate.deck_id}`,
          title: candidate.reference,
          detail: candidate.texts[0]?.text,
          kind: kindOf(candidate),
        }));
  /** Which one Enter would show. */
  const ready = bar.chosen.value ?? (bar.reading.value === 'one' ? 0 : null);
  const choose = (index: number) => {
    bar.chosen.value = index;
    bar.focus();
  };
  return (
    <div
      id="candidates"
      class="candidates"
      role="listbox"
      aria-label={words.find.candidates}
      data-asks={bar.asks.value || undefined}
    >
      {bar.asks.value && <p class="candidates-ask">{words.find.asks}</p>}
      {rows.map(({ key, title, detail, kind }, index) => (
        // biome-ignore lint/a11y/useKeyWithClickEvents: the bar's arrow keys choose.
        <div
          id={`candidate-${index}`}
          key={key}
          class="candidate"
          role="option"
          tabIndex={-1}
          aria-selected={index === chosen}
          onClick={() => choose(index)}
        >
          <span class="candidate-number" aria-hidden="true">
            {index < 9 && index + 1}
          </span>
          <span class="candidate-reference">{title}</span>
          {kind && <span class="candidate-kind">{words.find.kinds[kind]}</span>}
          <span class="candidate-text" dir="auto">
            {detail}
          </span>
          {index === ready && kind !== null && SHOWABLE.has(kind) && live.mayOperate() && (
            <button
              type="button"
              class="row-show"
              tabIndex={-1}
              onClick={(event) => {
                // A click on the row chooses, and Enter is for what was chosen before.
                event.stopPropagation();
                void submitBar(context);
              }}
            >
              {words.queue.show} <kbd>{words.keys.caps.Enter}</kbd>
            </button>
          )}
        </div>
      ))}
      {rows.length === 0 && bar.reading.value !== 'wait' && <p class="empty">{words.find.nothing}</p>}
    </div>
  );
}

type Kind = Candidate['kind'] | 'missing';
/** A book alone is opened at its first chapter instead. */
const SHOWABLE: ReadonlySet<Kind> = new Set(['passage', 'recent', 'words', 'deck']);
const kindOf = ({ kind, exists }: Candidate): Kind => (exists || kind === 'deck' ? kind : 'missing');
