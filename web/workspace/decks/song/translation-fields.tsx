import { LANGUAGE_TAG_MAX_CHARACTERS, SLIDE_TRANSLATIONS_MAX } from '../../../../src/contract/limits.ts';
import type { Slide, SlideTranslation } from '../../../../src/contract/schemas/presentation.ts';
import { useEditor } from '../document/editor-context.ts';
import { useDecks } from '../document/use-decks.ts';
import { TextField } from './text-field.tsx';

interface Props {
  readonly slide: Slide;
  onChange(translations: SlideTranslation[], field: string): void;
}

/** Renders the texts of a slide of a song in other languages. [D77] */
export function TranslationFields({ slide: { id, translations = [] }, onChange }: Props) {
  const { editor } = useEditor();
  const { strings } = useDecks();
  const { mayEdit } = editor;
  const change = (index: number, fields: Partial<SlideTranslation>, field: string) =>
    onChange(translations.with(index, { ...translations[index]!, ...fields }), `translations/${index}/${field}`);
  const add = () => {
    // The other slides have the language already.
    const [known] = editor.document.value.slides.flatMap((slide) =>
      slide.id === id ? [] : (slide.translations?.slice(translations.length, translations.length + 1) ?? []),
    );
    onChange([...translations, { language_tag: known?.language_tag ?? '', text: '' }], 'translations');
  };
  return (
    <>
      {translations.map(({ language_tag: tag, text }, index) => (
        <fieldset key={index} class="translation-fields">
          <legend class="unseen">{strings.otherLanguage(index + 2)}</legend>
          <LanguageField
            label={strings.languageTag}
            tag={tag === 'und' ? '' : tag}
            readOnly={!mayEdit}
            onInput={(value) => change(index, { language_tag: value }, 'tag')}
          />
          <TextField
            label={strings.otherLanguage(index + 2)}
            value={text}
            lang={tag && tag !== 'und' ? tag : undefined}
            readOnly={!mayEdit}
            onInput={(value) => change(index, { text: value }, 'text')}
          />
          {mayEdit && (
            <button
              type="button"
              class="quiet"
              onClick={() => onChange(translations.toSpliced(index, 1), 'translations')}
            >
              {strings.removeLanguage(index + 2)}
            </button>
          )}
        </fieldset>
      ))}
      {mayEdit && translations.length < SLIDE_TRANSLATIONS_MAX && (
        <button type="button" class="quiet add-language" onClick={add}>
          {strings.addLanguage}
        </button>
      )}
    </>
  );
}

interface LanguageFieldProps {
  readonly label: string;
  readonly tag: string;
  readonly readOnly: boolean;
  onInput(tag: string): void;
}

/** Renders the field of a language tag, such as "pt-BR". What cannot be one is left out as it is typed. */
export function LanguageField({ label, tag, readOnly, onInput }: LanguageFieldProps) {
  return (
    <label class="field">
      {label}
      <input
        value={tag}
        placeholder="en"
        maxLength={LANGUAGE_TAG_MAX_CHARACTERS}
        autocapitalize="none"
        spellcheck={false}
        readOnly={readOnly}
        onInput={({ currentTarget: { value } }) => onInput(value.replace(/[^A-Za-z0-9-]/g, ''))}
      />
    </label>
  );
}
