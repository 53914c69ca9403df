import { formatPlannedTime, toPlannedStarts } from '../../../src/contract/plan-times.ts';
import { langOf } from '../../session/lang-of.ts';
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
  const { name, date, starts_at } = editor.edited.content.value;
  const starts = toPlannedStarts({ starts_at, entries: entries.map(({ entry }) => entry) });
  const slugs = new Set(entries.flatMap(({ passage }) => (passage ? slugsOf(passage) : [])));
  const credits = withTexts ? editor.editions.filter(({ slug }) => slugs.has(slug)) : [];
  return (
    <article class="print-sheet">
      <h1 dir="auto">{name}</h1>
      {date !== null && <p class="print-date">{formatPlanDate(date, page.language)}</p>}
      <ol>
        {entries.map(({ entry, passage }, index) => (
          <li key={entry.key} data-kind={entry.kind}>
            <p class="print-entry">
              {starts[index] != null && <span>{formatPlannedTime(starts[index], page.language)}</span>}
              <strong dir="auto">{entry.title}</strong>
              {passage?.reference && passage.reference !== entry.title && <span>{passage.reference}</span>}
              {entry.translations && <span>{entry.translations.join(' · ').toUpperCase()}</span>}
              {entry.minutes !== null && <span>{strings.plans.duration(entry.minutes)}</span>}
              {entry.person !== null && <span dir="auto">{entry.person}</span>}
            </p>
            {withNotes && entry.note !== '' && (
              <p class="print-note" dir="auto">
                {strings.plans.note}: {entry.note}
              </p>
            )}
            {withTexts && passage && <PassageTexts passage={passage} />}
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

/** Renders the text of a passage in each of its translations. */
function PassageTexts({ passage }: { readonly passage: ReadPassage }) {
  const slugs = slugsOf(passage);
  const texts = passage.verses.flatMap((verse) => verse.texts);
  return slugs.map((slug) => {
    const own = texts.filter(({ translation }) => translation === slug);
    return (
      <p key={slug} class="print-text scripture" dir="auto" lang={langOf(own[0])}>
        {slugs.length > 1 && <strong class="print-translation">{slug.toUpperCase()}</strong>}
        {own.map(({ chapter, verse, text }) => (
          <span key={`${chapter} ${verse}`}>
            <sup>{verse}</sup> {text}{' '}
          </span>
        ))}
      </p>
    );
  });
}

/** Returns the translations in which a passage was read, in their order. */
const slugsOf = ({ verses }: ReadPassage): readonly string[] => [
  ...new Set(verses.flatMap(({ texts }) => texts.map(({ translation }) => translation))),
];
