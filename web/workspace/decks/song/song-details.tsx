import { SONGBOOK_NAME_MAX_CHARACTERS } from '../../../../src/contract/limits.ts';
import type { Songbook } from '../../../../src/contract/schemas/presentation.ts';
import { useEditor } from '../document/editor-context.ts';
import { useDecks } from '../document/use-decks.ts';
import { LanguageField } from './translation-fields.tsx';

const SONG_NUMBER_MAX_DIGITS = 5;

/** Renders the songbook and the language of a song. [D77] */
export function SongDetails() {
  const { editor } = useEditor();
  const { strings } = useDecks();
  const { songbook, language_tag: tag } = editor.document.value;
  const readOnly = !editor.mayEdit;
  const change = (field: keyof Songbook, value: string) =>
    editor.edit((before) => {
      const next = { name: '', number: '', ...before.songbook, [field]: value };
      return { ...before, songbook: next.name === '' && next.number === '' ? null : next };
    }, `songbook/${field}`);
  return (
    <fieldset class="footer-grid song-details">
      <legend class="unseen">{strings.songDetails}</legend>
      <label class="field">
        {strings.songbook}
        <input
          dir="auto"
          value={songbook?.name ?? ''}
          maxLength={SONGBOOK_NAME_MAX_CHARACTERS}
          readOnly={readOnly}
          onInput={({ currentTarget }) => change('name', currentTarget.value)}
        />
      </label>
      <label class="field">
        {strings.songNumber}
        <input
          value={songbook?.number ?? ''}
          inputMode="numeric"
          maxLength={SONG_NUMBER_MAX_DIGITS}
          readOnly={readOnly}
          onInput={({ currentTarget }) => change('number', currentTarget.value.replace(/\D/g, ''))}
        />
      </label>
      <LanguageField
        label={strings.firstLanguage}
        tag={tag ?? ''}
        readOnly={readOnly}
        onInput={(value) => editor.edit((before) => ({ ...before, language_tag: value || null }), 'language')}
      />
    </fieldset>
  );
}
