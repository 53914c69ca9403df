import { useEffect, useRef } from 'preact/hooks';
import type { Slide } from '../../../../src/contract/schemas/presentation.ts';
import { FileButton } from '../../../ui/file-button.tsx';
import { ACCEPTED_IMAGES } from '../../../ui/image-files.ts';
import { createSlides } from '../document/deck-document.ts';
import { SLIDE_FIELD, useEditor } from '../document/editor-context.ts';
import { useDecks } from '../document/use-decks.ts';
import { useDeleteSlide, useMoveSlide } from './slide-actions.ts';
import { SlideRow } from './slide-row.tsx';

interface Props {
  readonly isFull: boolean;
  addAfter(added: readonly Slide[]): void;
}

/** Renders the slides of the deck as small previews. */
export function DeckSlideList({ isFull, addAfter }: Props) {
  const { editor, paste, upload } = useEditor();
  const { strings } = useDecks();
  const deleteSlide = useDeleteSlide();
  const moveSlide = useMoveSlide();
  const list = useRef<HTMLDivElement>(null);
  const { value: document } = editor.document;
  const { value: selected } = editor.selected;
  const { slides } = document;

  useEffect(() => {
    list.current?.querySelector('[aria-selected=true]')?.scrollIntoView({ block: 'nearest' });
  }, [selected]);

  const select = (index: number) => {
    const slide = slides[Math.min(Math.max(index, 0), slides.length - 1)];
    if (slide) editor.selected.value = slide.id;
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const index = slides.findIndex(({ id }) => id === selected);
    const slide = slides[index];
    const step = event.key === 'ArrowUp' ? -1 : event.key === 'ArrowDown' ? 1 : 0;
    if (event.ctrlKey || event.metaKey || event.shiftKey || !slide) return;
    if (step !== 0 && event.altKey && editor.mayEdit) moveSlide(index, index + step);
    else if (step !== 0 && !event.altKey) select(index + step);
    else if (event.key === 'Home') select(0);
    else if (event.key === 'End') select(slides.length - 1);
    else if (event.key === 'Delete' && editor.mayEdit) deleteSlide(slide);
    else if (event.key === 'Enter') globalThis.document.querySelector<HTMLElement>(SLIDE_FIELD)?.focus();
    else return;
    event.preventDefault();
  };
  const add = () => {
    const current = slides.find(({ id }) => id === selected);
    const layout = document.kind === 'song' ? 'text' : current ? current.layout : 'title';
    addAfter(createSlides(document, layout));
  };

  const imageButton = (
    <FileButton
      class="quiet"
      label={strings.addImages}
      accept={ACCEPTED_IMAGES}
      multiple
      disabled={isFull}
      onFiles={(files) => upload(files, null)}
    />
  );

  return (
    <nav class="deck-slides" aria-label={strings.slides}>
      {slides.length === 0 ? (
        <div class="empty">
          <p>{document.kind === 'song' ? strings.noParts : strings.noSlides}</p>
          {editor.mayEdit && (
            <div class="row">
              <button type="button" class="primary" onClick={add}>
                {document.kind === 'song' ? strings.addPart : strings.addSlide}
              </button>
              <button type="button" onClick={() => paste('')}>
                {strings.pasteText}
              </button>
            </div>
          )}
        </div>
      ) : (
        <>
          <div
            ref={list}
            class="slide-list"
            role="listbox"
            tabIndex={0}
            aria-label={strings.slides}
            aria-activedescendant={selected ? `slide-${selected}` : undefined}
            onKeyDown={onKeyDown}
          >
            {slides.map((slide, index) => (
              <SlideRow
                key={slide.id}
                slide={slide}
                index={index}
                isSelected={slide.id === selected}
                // Labels of a song depend on its other parts.
                parts={document.kind === 'song' ? slides : null}
              />
            ))}
          </div>
          {editor.mayEdit && (
            <div class="row slide-list-acts">
              <button type="button" disabled={isFull} onClick={add}>
                {document.kind === 'song' ? strings.addPart : strings.addSlide}
              </button>
              {imageButton}
              <button type="button" class="quiet" disabled={isFull} onClick={() => paste('')}>
                {strings.pasteText}
              </button>
            </div>
          )}
        </>
      )}
      {slides.length === 0 && editor.mayEdit && imageButton}
    </nav>
  );
}
