import { SLIDE_TITLE_MAX_CHARACTERS } from '../../../../src/contract/limits.ts';
import type { Slide } from '../../../../src/contract/schemas/presentation.ts';
import { SLIDE_LAYOUTS, type SlideLayout, showsField } from '../../../../src/contract/slide-fields.ts';
import { nextPartId, PART_KINDS, type PartKind, parsePartId, toPartLabel } from '../../../session/song-parts.ts';
import {
  changeLayout,
  changeText,
  createSlides,
  emptySlide,
  insertAfterEach,
  newIdAfter,
  renameSlide,
  replaceSlide,
} from '../document/deck-document.ts';
import { SLIDE_FIELD, useEditor } from '../document/editor-context.ts';
import { useDecks } from '../document/use-decks.ts';
import { ImageField } from '../images/image-field.tsx';
import { ChordField } from '../song/chord-field.tsx';
import { TextField } from '../song/text-field.tsx';
import { TranslationFields } from '../song/translation-fields.tsx';
import { CountdownField } from './countdown-field.tsx';
import { ScriptureField } from './scripture-field.tsx';
import { duplicateSlide, useDeleteSlide, useMoveSlide } from './slide-actions.ts';

interface Props {
  readonly slide: Slide;
  addAfter(added: readonly Slide[]): void;
}

/** Fields that each layout had before another was chosen, so that choosing it again restores them. */
const hiddenFields = new WeakMap<object, Map<string, Partial<Slide>>>();

/** Renders the fields of the selected slide that its layout shows. */
export function SlideForm({ slide, addAfter }: Props) {
  const { editor, focusNext } = useEditor();
  const { strings } = useDecks();
  const deleteSlide = useDeleteSlide();
  const moveSlide = useMoveSlide();
  const { value: document } = editor.document;
  const index = document.slides.findIndex(({ id }) => id === slide.id);
  const isSong = document.kind === 'song';
  const { mayEdit } = editor;

  const change = (fields: Partial<Slide>, field?: string) =>
    editor.edit(
      (before) => replaceSlide(before, slide.id, (one) => ({ ...one, ...fields })),
      field && `${slide.id}/${field}`,
    );
  const setLayout = (layout: SlideLayout) => {
    if (layout === slide.layout) return;
    const kept = hiddenFields.get(editor) ?? new Map<string, Partial<Slide>>();
    hiddenFields.set(editor, kept);
    const { title, text, reference, image, until = null, seconds = null } = slide;
    const present = Object.entries({ title, text, reference, image, until, seconds }).filter(
      ([, value]) => value !== null,
    );
    const all: Partial<Slide> = { ...kept.get(slide.id), ...Object.fromEntries(present) };
    kept.set(slide.id, all);
    editor.edit((before) => replaceSlide(before, slide.id, (one) => changeLayout({ ...one, ...all }, layout)));
  };
  const setPart = (kind: PartKind) => {
    const others = new Set(document.slides.filter(({ id }) => id !== slide.id).map(({ id }) => id));
    const id = nextPartId(kind, others);
    editor.edit((before) => renameSlide(before, slide.id, id));
    editor.selected.value = id;
  };
  const addNext = () => {
    const layout = isSong ? 'text' : slide.layout;
    addAfter(createSlides(document, layout));
  };
  const addToPart = () => {
    const added = emptySlide(newIdAfter(document, slide.id), 'text');
    editor.edit((before) => insertAfterEach(before, slide.id, added));
    if (editor.document.value.slides.includes(added)) editor.selected.value = added.id;
    focusNext(SLIDE_FIELD);
  };
  const part = isSong ? parsePartId(slide.id) : null;
  const heading = isSong
    ? toPartLabel(slide, strings.parts, document.slides)
    : strings.slideOf(index + 1, document.slides.length);

  return (
    <div class="slide-fields">
      <div class="slide-fields-head">
        <h2>{heading}</h2>
        {mayEdit && (
          <div class="row">
            <button type="button" class="quiet" onClick={addNext}>
              {strings.addAfter}
            </button>
            {part && (
              <button type="button" class="quiet" onClick={addToPart}>
                {strings.addToPart}
              </button>
            )}
            <button
              type="button"
              class="quiet"
              onClick={() => {
                duplicateSlide(editor, slide);
                focusNext(SLIDE_FIELD);
              }}
            >
              {strings.duplicate}
            </button>
            <button
              type="button"
              class="quiet"
              aria-disabled={index === 0}
              aria-keyshortcuts="Alt+ArrowUp"
              title={`${strings.moveUp} (Alt+↑)`}
              onClick={() => moveSlide(index, index - 1)}
            >
              <span aria-hidden="true">↑</span>
              <span class="unseen">{strings.moveUp}</span>
            </button>
            <button
              type="button"
              class="quiet"
              aria-disabled={index === document.slides.length - 1}
              aria-keyshortcuts="Alt+ArrowDown"
              title={`${strings.moveDown} (Alt+↓)`}
              onClick={() => moveSlide(index, index + 1)}
            >
              <span aria-hidden="true">↓</span>
              <span class="unseen">{strings.moveDown}</span>
            </button>
            <button type="button" class="quiet" onClick={() => deleteSlide(slide)}>
              {strings.delete}
            </button>
          </div>
        )}
      </div>
      {isSong && (
        <label class="field">
          {strings.part}
          <select
            disabled={!mayEdit}
            value={part?.kind ?? ''}
            onChange={({ currentTarget }) => setPart(currentTarget.value as PartKind)}
          >
            {!part && <option value="">{slide.title || slide.id}</option>}
            {PART_KINDS.map((kind) => (
              <option key={kind} value={kind}>
                {strings.parts[kind]}
              </option>
            ))}
          </select>
        </label>
      )}
      <fieldset class="segmented slide-layouts" disabled={!mayEdit}>
        <legend class="unseen">{strings.layout}</legend>
        {SLIDE_LAYOUTS.map((layout) => (
          <button key={layout} type="button" aria-pressed={slide.layout === layout} onClick={() => setLayout(layout)}>
            {strings.layouts[layout]}
          </button>
        ))}
      </fieldset>
      {showsField(slide.layout, 'image') && <ImageField slide={slide} />}
      {showsField(slide.layout, 'reference') && (
        <ScriptureField slide={slide} onChange={(reference) => change({ reference })} />
      )}
      {showsField(slide.layout, 'seconds') && (
        <CountdownField slide={slide} onChange={(fields) => change(fields, 'time')} />
      )}
      {showsField(slide.layout, 'title') && (
        <label class="field">
          {strings.titles[slide.layout as keyof typeof strings.titles]}
          <input
            dir="auto"
            value={slide.title ?? ''}
            maxLength={SLIDE_TITLE_MAX_CHARACTERS}
            readOnly={!mayEdit}
            onInput={({ currentTarget: { value } }) => change({ title: value || null }, 'title')}
          />
        </label>
      )}
      {showsField(slide.layout, 'text') && (
        <TextField
          label={slide.layout === 'title' ? strings.subtitle : strings.text}
          value={slide.text ?? ''}
          readOnly={!mayEdit}
          onInput={(text) =>
            editor.edit(
              (before) => replaceSlide(before, slide.id, (one) => changeText(one, text || null)),
              `${slide.id}/text`,
            )
          }
        />
      )}
      {isSong && slide.layout === 'text' && (
        <>
          <ChordField key={slide.id} slide={slide} onChange={(fields) => change(fields, 'chords')} />
          <TranslationFields slide={slide} onChange={(translations, field) => change({ translations }, field)} />
        </>
      )}
      {slide.layout === 'blank' && <p class="meta">{strings.blankHint}</p>}
    </div>
  );
}
