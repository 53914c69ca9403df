import { langOf } from '../../session/lang-of.ts';
import { findCommands } from '../commands/palette.ts';
import { RowShowButton } from '../commands/row-show-button.tsx';
import { useConsole } from '../state/console-context.ts';
import type { Candidate } from '../state/desk-machine.ts';

/** Renders the candidates for the typed text. A click chooses one; Enter shows it. */
export function CandidateList() {
  const context = useConsole();
  const { bar, strings, live, session } = context;
  const chosen = bar.chosen.value ?? 0;
  const rows =
    bar.parsed.value.kind === 'commands'
      ? findCommands(context, bar.parsed.value.query).map(({ name, keys }) => ({
          key: name,
          title: name,
          detail: keys,
          lang: undefined,
          kind: null,
        }))
      : bar.candidates.value.map((candidate) => ({
          key: `${candidate.kind} ${candidate.reference} ${candidate.deck_id ?? candidate.slide?.id}`,
          title: candidate.reference,
          detail: candidate.kind === 'deck' ? toDeckDetail(candidate) : candidate.texts[0]?.text,
          lang: candidate.passages.length > 0 ? langOf(candidate.texts[0]) : undefined,
          kind: toRowKind(candidate),
        }));
  /** Index of the candidate that Enter would show, or null. */
  const enterIndex = bar.chosen.value ?? (bar.reading.value === 'one' ? 0 : null);
  const choose = (index: number) => {
    bar.choose(index);
    bar.focus();
  };
  return (
    <div
      id="candidates"
      class="candidates"
      role="listbox"
      aria-label={strings.find.candidates}
      data-asks={bar.needsChoice.value || undefined}
    >
      {bar.needsChoice.value && (
        <p class="candidates-ask">{rows.length === 1 ? strings.find.asksOne : strings.find.asks}</p>
      )}
      {rows.map(({ key, title, detail, lang, kind }, index) => (
        // biome-ignore lint/a11y/useKeyWithClickEvents: the bar's arrow keys choose a row.
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
          <span class="candidate-reference" dir="auto" lang={lang}>
            {title}
          </span>
          {kind && <span class="candidate-kind">{strings.find.kinds[kind]}</span>}
          <span class="candidate-text" dir="auto" lang={lang}>
            {detail}
          </span>
          {index === enterIndex && kind !== null && SHOWABLE.has(kind) && live.mayOperate() && (
            <RowShowButton onClick={() => bar.enter()} />
          )}
        </div>
      ))}
      {rows.length === 0 && bar.reading.value !== 'wait' && (
        <p class="empty">{session.owner.kind === 'organization' ? strings.find.nothing : strings.find.noVerses}</p>
      )}
    </div>
  );
}

type RowKind = Candidate['kind'] | 'song' | 'missing';
/** Kinds that Enter shows. A book without a chapter is opened at its first chapter instead. */
const SHOWABLE: ReadonlySet<RowKind> = new Set(['passage', 'recent', 'words', 'deck', 'song', 'part']);
const toRowKind = ({ kind, exists, deck_kind }: Candidate): RowKind => {
  if (kind === 'deck') return deck_kind === 'song' ? 'song' : 'deck';
  return exists ? kind : 'missing';
};

/** Returns the line that was found; else what distinguishes songs of one title: number, authors and first line. */
const toDeckDetail = ({ deck_line: line, deck_songbook: book, deck_authors, deck_first_line }: Candidate) =>
  line ??
  ([book && `${book.name} ${book.number}`, deck_authors, deck_first_line].filter(Boolean).join(' · ') || undefined);
