import { useWorkspace } from '../workspace-context.ts';
import type { ReadPassage } from './passage-reader.ts';
import { formatPlanDate } from './plan-dates.ts';
import type { DraftEntry } from './plan-draft.ts';
import type { PlanEditor } from './plan-editor.ts';

/** Entry with its passage, if it has one. */
export interface PrintedEntry {
  readonly entry: DraftEntry;
  readonly passage: ReadPassage | null;
}

interface Props {
  readonly editor: PlanEditor;
  readonly entries: readonly PrintedEntry[];
  readonly withNotes: boolean;
  readonly withTexts: boolean;
}

/** Renders the order of service on paper. It is not visible on screen. */
export function PrintSheet({ editor, entries, withNotes, withTexts }: Props) {
  const { page, strings } = useWorkspace();
  const { name, date } = editor.edited.content.value;
  const slugs = new Set(entries.flatMap(({ passage }) => passage?.verses.map(({ translation }) => translation) ?? []));
  const credits = withTexts ? editor.editions.filter(({ slug }) => slugs.has(slug)) : [];
  return (
    <article class="print-sheet">
      <h1 dir="auto">{name}</h1>
      {date !== null && <p class="print-date">{formatPlanDate(date, page.language)}</p>}
      <ol>
        {entries.map(({ entry, passage }) => (
          <li key={entry.key} data-kind={entry.kind}>
            <p class="print-entry">
              <strong dir="auto">{entry.title}</strong>
              {passage?.reference && passage.reference !== entry.title && <span>{passage.reference}</span>}
              {entry.translations && <span>{entry.translations.join(' · ').toUpperCase()}</span>}
            </p>
            {withNotes && entry.note !== '' && (
              <p class="print-note" dir="auto">
                {strings.plans.note}: {entry.note}
              </p>
            )}
            {withTexts && passage && passage.verses.length > 0 && (
              <p class="print-text scripture" dir="auto">
                {passage.verses.map(({ verse, text }, index) => (
                  <span key={`${index} ${verse}`}>
                    <sup>{verse}</sup> {text}{' '}
                  </span>
                ))}
              </p>
            )}
          </li>
        ))}
      </ol>
      {credits.length > 0 && (
        <footer>
          {credits.map(({ slug, rights }) => (
            <p key={slug}>{rights.attribution}</p>
          ))}
        </footer>
      )}
    </article>
  );
}
