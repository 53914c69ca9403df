import type { Slide } from '../../../../src/contract/schemas/presentation.ts';
import { moveItem } from '../../../ui/move-item.ts';
import { insertSlides, newIdAfter, removeSlide } from '../document/deck-document.ts';
import type { DeckEditor } from '../document/deck-editor.ts';
import { useEditor } from '../document/editor-context.ts';
import { useDecks } from '../document/use-decks.ts';

/** Returns a function that moves a slide to an index and announces its place. */
export function useMoveSlide(): (from: number, to: number) => void {
  const { editor } = useEditor();
  const { strings, frame, toasts } = useDecks();
  return (from, to) => {
    const { slides } = editor.document.value;
    if (to < 0 || to >= slides.length) return;
    editor.edit((before) => ({ ...before, slides: moveItem(before.slides, from, to) }));
    toasts.announce(frame.movedTo(slides[from]!.title || strings.slide, to + 1, slides.length));
  };
}

/** Inserts a copy of a slide after it, and selects the copy. */
export function duplicateSlide(editor: DeckEditor, slide: Slide): void {
  const { value: document } = editor.document;
  const id = newIdAfter(document, slide.id);
  const index = document.slides.findIndex((one) => one.id === slide.id);
  editor.edit((before) => insertSlides(before, index + 1, [{ ...slide, id }]));
  if (editor.document.value.slides.some((one) => one.id === id)) editor.selected.value = id;
}

/** Returns a function that deletes a slide and offers to undo this. */
export function useDeleteSlide(): (slide: Slide) => void {
  const { editor, focusNext } = useEditor();
  const { strings, toasts } = useDecks();
  return ({ id }) => {
    const number = editor.document.value.slides.findIndex((slide) => slide.id === id) + 1;
    editor.edit((before) => removeSlide(before, id));
    focusNext('.slide-list, .deck-slides .primary');
    toasts.show({
      text: strings.slideDeleted(number),
      action: { label: strings.undo, run: editor.edited.undo },
    });
  };
}
