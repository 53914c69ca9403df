import type { Signal } from '@preact/signals';
import { createContext } from 'preact';
import { useContext } from 'preact/hooks';
import type { FormatPassages } from '../../../session/passages.ts';
import type { DeckEditor } from './deck-editor.ts';
import type { DeckImage } from './deck-rest.ts';
import type { ScriptureLookup } from './scripture-lookup.ts';

/** First field of the selected slide. */
export const SLIDE_FIELD = '.slide-fields :is(input:not([type="file"]), textarea)';

/** Editor of a deck, shared by its components. */
export interface EditorContext {
  readonly editor: DeckEditor;
  readonly scripture: ScriptureLookup;
  /** Formats the references of slides. */
  readonly format: FormatPassages;
  /** Known images of the organization by their ids. */
  readonly images: Signal<ReadonlyMap<string, DeckImage>>;
  /** Opens the dialog that uploads images. The first one replaces the image of the slide, if one is given. */
  upload(files: readonly File[], slideId: string | null): void;
  /** Moves the focus to the first element that matches a selector, after the next rendering. */
  focusNext(selector: string): void;
  /** Opens the dialog that makes slides of a text. */
  paste(text: string): void;
}

const Context = createContext<EditorContext | null>(null);

export const EditorProvider = Context.Provider;

/** Returns the editor of the surrounding provider. Throws outside of one. */
export function useEditor(): EditorContext {
  const context = useContext(Context);
  if (!context) throw new Error('useEditor() was called outside an EditorProvider.');
  return context;
}
