import { useSignal } from '@preact/signals';
import { useEffect, useId, useRef } from 'preact/hooks';
import {
  PLAN_ENTRY_MAX_MINUTES,
  PLAN_NOTE_MAX_CHARACTERS,
  PLAN_PERSON_MAX_CHARACTERS,
  PLAN_TITLE_MAX_CHARACTERS,
  REFERENCE_MAX_CHARACTERS,
  SETTINGS_TRANSLATIONS_MAX,
} from '../../../src/contract/limits.ts';
import { workspacePath } from '../../../src/contract/workspace-page.ts';
import { useWorkspace } from '../workspace-context.ts';
import { toEntryTitle } from './entry-title.ts';
import type { DraftEntry } from './plan-draft.ts';
import type { PlanEditor } from './plan-editor.ts';

interface Props {
  readonly editor: PlanEditor;
  readonly entry: DraftEntry;
  /** Reference of the passage in the language of the page; null if it is not known. */
  readonly reference: string | null;
  /** Null at the ends of the list. */
  readonly moveUp: (() => void) | null;
  readonly moveDown: (() => void) | null;
  remove(): void;
}

/** Renders the fields of an entry. Every change is saved. */
export function EntryForm({ editor, entry, reference, moveUp, moveDown, remove }: Props) {
  const { page, strings, session } = useWorkspace();
  const texts = strings.plans;
  const form = useRef<HTMLFormElement>(null);
  /** Title that is being typed. An entry always has a title, so an empty one is not saved. */
  const typedTitle = useSignal<string | null>(null);
  const typedPerson = useSignal<string | null>(null);
  const noteHint = useId();
  /** Saves a typed passage. Returns whether there is nothing left to save. */
  const savePassage = useRef(async () => true);

  useEffect(() => {
    const field = form.current?.querySelector<HTMLInputElement>('input');
    field?.focus();
    if (entry.title === texts.newHeading) field?.select();
  }, []);
  const close = () => {
    editor.opened.value = null;
    editor.focused.value = entry.key;
  };

  return (
    <form
      ref={form}
      class="entry-form"
      onSubmit={(event) => {
        event.preventDefault();
        void savePassage.current().then((isSaved) => isSaved && close());
      }}
      onKeyDown={(event) => {
        if (event.key === 'Escape') close();
      }}
    >
      <label>
        {texts.entryTitle}
        <input
          maxLength={PLAN_TITLE_MAX_CHARACTERS}
          dir="auto"
          value={typedTitle.value ?? entry.title}
          onInput={({ currentTarget }) => {
            typedTitle.value = currentTarget.value;
            const title = currentTarget.value.trim();
            if (title !== '') editor.set(entry.key, { title });
          }}
          onBlur={() => {
            typedTitle.value = null;
          }}
        />
      </label>
      {entry.kind === 'passage' && (
        <PassageField editor={editor} entry={entry} reference={reference} save={savePassage} />
      )}
      {entry.kind === 'passage' && <TranslationsField editor={editor} entry={entry} />}
      <label>
        {texts.minutes}
        <input
          type="number"
          min={1}
          max={PLAN_ENTRY_MAX_MINUTES}
          value={entry.minutes ?? ''}
          onInput={({ currentTarget }) => {
            const { valueAsNumber: minutes, validity } = currentTarget;
            if (validity.valid) editor.set(entry.key, { minutes: Number.isNaN(minutes) ? null : minutes });
          }}
        />
      </label>
      <label>
        {texts.person}
        <input
          maxLength={PLAN_PERSON_MAX_CHARACTERS}
          dir="auto"
          value={typedPerson.value ?? entry.person ?? ''}
          onInput={({ currentTarget }) => {
            typedPerson.value = currentTarget.value;
            editor.set(entry.key, { person: currentTarget.value.trim() || null });
          }}
          onBlur={() => {
            typedPerson.value = null;
          }}
        />
      </label>
      <label class="check entry-wide">
        <input
          type="checkbox"
          checked={entry.listed}
          onChange={({ currentTarget }) => editor.set(entry.key, { listed: currentTarget.checked })}
        />
        {texts.listed}
      </label>
      <label class="entry-wide">
        {texts.note}
        <textarea
          rows={2}
          dir="auto"
          maxLength={PLAN_NOTE_MAX_CHARACTERS}
          aria-label={texts.note}
          aria-describedby={noteHint}
          value={entry.note}
          onInput={({ currentTarget }) => editor.set(entry.key, { note: currentTarget.value })}
        />
        <span id={noteHint} class="meta">
          {texts.noteHint}
        </span>
      </label>
      <div class="entry-acts">
        <button type="button" class="quiet" aria-disabled={!moveUp} onClick={() => moveUp?.()}>
          {texts.moveUp}
        </button>
        <button type="button" class="quiet" aria-disabled={!moveDown} onClick={() => moveDown?.()}>
          {texts.moveDown}
        </button>
        <button type="button" class="quiet" onClick={remove}>
          {texts.remove}
        </button>
        {entry.kind === 'deck' && session.owner.kind === 'organization' && editor.decks?.has(entry.deck_id!) && (
          <a class="button quiet" href={workspacePath(page.owner.id, 'decks', entry.deck_id)}>
            {texts.editDeck}
          </a>
        )}
        <button type="submit">{texts.done}</button>
      </div>
    </form>
  );
}

type FieldProps = Pick<Props, 'editor' | 'entry'>;

interface PassageFieldProps extends FieldProps, Pick<Props, 'reference'> {
  /** Set to a function that saves what is typed. */
  readonly save: { current: () => Promise<boolean> };
}

/** Renders the field for the reference of an entry. It changes the entry only to a reference. */
function PassageField({ editor, entry, reference, save }: PassageFieldProps) {
  const { strings } = useWorkspace();
  const typed = useSignal<string | null>(null);
  const problem = useSignal<string | null>(null);
  const problemId = useId();
  const current = reference ?? (typeof entry.passage === 'string' ? entry.passage : '');

  save.current = async () => {
    const text = typed.value ?? current;
    if (text.trim() === '' || text === current) {
      typed.value = null;
      problem.value = null;
      return true;
    }
    try {
      const parsed = await editor.reader.parse(text);
      const passages = parsed?.passages.filter(({ chapter }) => chapter !== undefined) ?? [];
      if (typed.value !== text) return typed.value === null;
      problem.value = passages.length === 0 ? strings.plans.notReference : null;
      if (passages.length === 0) return false;
      typed.value = null;
      // A title that is the reference follows it.
      const title = entry.title === toEntryTitle(current) ? toEntryTitle(editor.format(passages)) : entry.title;
      editor.set(entry.key, { passage: passages, title });
      return true;
    } catch {
      // Enter tries again.
      problem.value = strings.plans.lookupFailed;
      return false;
    }
  };

  return (
    <label>
      {strings.plans.passage}
      <input
        maxLength={REFERENCE_MAX_CHARACTERS}
        spellcheck={false}
        autocapitalize="off"
        aria-invalid={problem.value !== null || undefined}
        aria-describedby={problem.value === null ? undefined : problemId}
        value={typed.value ?? current}
        onInput={({ currentTarget }) => {
          typed.value = currentTarget.value;
          problem.value = null;
        }}
        onChange={() => save.current()}
      />
      {problem.value !== null && (
        <span id={problemId} class="problem" role="alert">
          {problem.value}
        </span>
      )}
    </label>
  );
}

/** Renders the choice of translations for one entry, in the order in which they are chosen. */
function TranslationsField({ editor, entry }: FieldProps) {
  const { strings } = useWorkspace();
  const texts = strings.plans;
  const chosen = entry.translations ?? [];
  const { editions } = editor;
  // Translations that are no longer in the library can be removed here.
  const gone = chosen.filter((slug) => editions.every((edition) => edition.slug !== slug));
  const choices = [...editions, ...gone.map((slug) => ({ slug, name: slug }))];
  const toggle = (slug: string) => {
    const next = chosen.includes(slug) ? chosen.filter((one) => one !== slug) : [...chosen, slug];
    editor.set(entry.key, { translations: next.length > 0 ? next : undefined });
  };
  return (
    <fieldset class="entry-wide">
      <legend>{texts.translations}</legend>
      <p class="meta">{texts.translationsHint}</p>
      <div class="translation-choices">
        {choices.map(({ slug, name }) => (
          <label key={slug}>
            <input
              type="checkbox"
              checked={chosen.includes(slug)}
              disabled={!chosen.includes(slug) && chosen.length >= SETTINGS_TRANSLATIONS_MAX}
              onChange={() => toggle(slug)}
            />
            {name}
          </label>
        ))}
      </div>
    </fieldset>
  );
}
