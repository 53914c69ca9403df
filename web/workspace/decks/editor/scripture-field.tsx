import { useSignal } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import { LecternProblem } from '../../../../clients/typescript/src/index.ts';
import { REFERENCE_MAX_CHARACTERS } from '../../../../src/contract/limits.ts';
import type { Slide, SlideReference } from '../../../../src/contract/schemas/presentation.ts';
import type { PreviewPassage } from '../../../preview/preview-states.ts';
import type { ProblemMessage } from '../../../session/describe-problem.tsx';
import type { LibraryEdition } from '../../../session/fetch-editions.ts';
import { useEditor } from '../document/editor-context.ts';
import type { ReadReference } from '../document/scripture-lookup.ts';
import { useDecks } from '../document/use-decks.ts';

/** Time in ms after the last key at which a typed reference is looked up. */
const PARSE_AFTER_MS = 200;

interface Props {
  readonly slide: Slide;
  onChange(reference: SlideReference | null): void;
}

/** Renders the typed reference of a scripture slide, its edition, and the text that the slide shows. */
export function ScriptureField({ slide: { reference }, onChange }: Props) {
  const { editor, scripture, format } = useEditor();
  const { strings, toMessage } = useDecks();
  const typed = useSignal<string | null>(null);
  const problem = useSignal<ProblemMessage | null>(null);
  const candidates = useSignal<readonly ReadReference[]>([]);
  const editions = useSignal<readonly LibraryEdition[]>([]);
  const text = useSignal<PreviewPassage | null>(null);
  const textProblem = useSignal<ProblemMessage | null>(null);
  const turn = useRef(0);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);

  useEffect(() => {
    scripture.editions().then(
      (found) => {
        editions.value = found;
      },
      (error: unknown) => {
        textProblem.value = toMessage(error);
      },
    );
    return () => clearTimeout(timer.current);
  }, []);
  const key = JSON.stringify(reference);
  useEffect(() => {
    let isCurrent = true;
    textProblem.value = null;
    if (!reference) {
      text.value = null;
      return;
    }
    scripture.read(reference).then(
      (found) => {
        if (!isCurrent) return;
        text.value = found;
        if (found && found.verses.length === 0) textProblem.value = strings.noVerses;
      },
      (error: unknown) => {
        if (!isCurrent) return;
        text.value = null;
        const isMissing = error instanceof LecternProblem && error.status === 404;
        textProblem.value = isMissing ? strings.noVerses : toMessage(error);
      },
    );
    return () => {
      isCurrent = false;
    };
  }, [key]);

  const accept = ({ book_id, chapter, verse, end_chapter, end_verse }: ReadReference) => {
    if (end_chapter !== undefined && end_chapter !== chapter) {
      problem.value = strings.oneChapter;
      return;
    }
    candidates.value = [];
    problem.value = null;
    onChange({
      book_id,
      ...(chapter !== undefined && { chapter }),
      ...(verse !== undefined && { verse }),
      ...(verse !== undefined && end_verse !== undefined && { end_verse }),
      ...(reference?.translation && { translation: reference.translation }),
    });
  };
  const parse = async (value: string) => {
    const mine = ++turn.current;
    try {
      const { data, ambiguous } = await scripture.parse(value);
      if (mine !== turn.current) return;
      const [first] = data;
      candidates.value = ambiguous ? data : [];
      if (!first) problem.value = strings.noReference;
      else if (first.passages && first.passages.length > 1) problem.value = strings.onePassage;
      else if (ambiguous) problem.value = null;
      else accept(first);
    } catch (error) {
      if (mine === turn.current) problem.value = toMessage(error);
    }
  };
  const onInput = (value: string) => {
    typed.value = value;
    clearTimeout(timer.current);
    turn.current++;
    if (value.trim() === '') {
      candidates.value = [];
      problem.value = null;
      onChange(null);
    } else timer.current = setTimeout(() => parse(value), PARSE_AFTER_MS);
  };
  const setEdition = (slug: string) => {
    if (!reference) return;
    const { translation: _, ...rest } = reference;
    onChange(slug === '' ? rest : { ...rest, translation: slug });
  };

  return (
    <div class="scripture-field">
      <div class="scripture-inputs">
        <label class="field">
          {strings.reference}
          <input
            dir="auto"
            placeholder={strings.referenceExample}
            value={typed.value ?? (reference ? format([reference]) : '')}
            maxLength={REFERENCE_MAX_CHARACTERS}
            readOnly={!editor.mayEdit}
            aria-invalid={problem.value !== null || undefined}
            aria-describedby="reference-problem"
            onInput={({ currentTarget }) => onInput(currentTarget.value)}
            onBlur={() => {
              // Shows the reference as it was understood.
              if (problem.value === null && candidates.value.length === 0 && reference) typed.value = null;
            }}
          />
        </label>
        <label class="field">
          {strings.edition}
          <select
            value={reference?.translation ?? ''}
            disabled={!editor.mayEdit || !reference}
            onChange={({ currentTarget }) => setEdition(currentTarget.value)}
          >
            <option value="">
              {editions.value[0] ? strings.firstEdition(editions.value[0].name) : strings.noEdition}
            </option>
            {editions.value.map(({ slug, name }) => (
              <option key={slug} value={slug}>
                {name}
              </option>
            ))}
          </select>
        </label>
      </div>
      <p id="reference-problem" class="problem" role="status">
        {problem.value ?? textProblem.value}
      </p>
      {candidates.value.length > 0 && (
        <div class="row">
          <span class="meta">{strings.whichPassage}</span>
          {candidates.value.map((candidate) => (
            <button key={candidate.reference} type="button" onClick={() => accept(candidate)}>
              {candidate.reference}
            </button>
          ))}
        </div>
      )}
      {text.value && text.value.verses.length > 0 && (
        <figure class="scripture-text">
          <blockquote class="scripture" dir="auto" lang={text.value.edition.language}>
            {text.value.verses.map(({ verse, text: words }) => (
              <span key={verse}>
                <sup>{verse}</sup> {words}{' '}
              </span>
            ))}
          </blockquote>
          <figcaption class="meta">{text.value.edition.name}</figcaption>
        </figure>
      )}
    </div>
  );
}
