import type { Slide } from '../../../src/contract/schemas/presentation.ts';
import { insertSlides, moveItem, newSlideId } from './deck-document.ts';
import type { DeckEditor } from './deck-editor.ts';
import { nextSlideOfPart } from './song-parts.ts';

/** Moves a slide to an index. */
export function moveSlide(editor: DeckEditor, from: number, to: number): void {
  editor.edit((before) => ({ ...before, slides: moveItem(before.slides, from, to) }));
}

/** Inserts a copy of a slide after it, and selects the copy. */
export function duplicateSlide(editor: DeckEditor, slide: Slide): void {
  const { value: document } = editor.document;
  const used = new Set(document.slides.map(({ id }) => id));
  const id = document.kind === 'song' ? nextSlideOfPart(slide.id, used) : newSlideId(document);
  const index = document.slides.findIndex((one) => one.id === slide.id);
  editor.edit((before) => insertSlides(before, index + 1, [{ ...slide, id }]));
  if (editor.document.value.slides.some((one) => one.id === id)) editor.selected.value = id;
}
