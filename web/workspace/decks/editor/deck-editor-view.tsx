import { useComputed, useSignal } from '@preact/signals';
import { useEffect, useLayoutEffect, useMemo, useRef } from 'preact/hooks';
import { DECK_MAX_SLIDES } from '../../../../src/contract/limits.ts';
import type { Slide } from '../../../../src/contract/schemas/presentation.ts';
import { workspacePath } from '../../../../src/contract/workspace-page.ts';
import type { FormatPassages } from '../../../session/passages.ts';
import { usePageTitle } from '../../../ui/use-page-title.ts';
import { SaveStatus } from '../../editing/save-status.tsx';
import { TitleField } from '../../editing/title-field.tsx';
import { useUndoKeys } from '../../editing/use-undo-keys.ts';
import {
  createSlides,
  type DeckDocument,
  divideParagraphs,
  insertSlides,
  replaceSlide,
} from '../document/deck-document.ts';
import type { DeckEditor } from '../document/deck-editor.ts';
import type { DeckImage } from '../document/deck-rest.ts';
import { EditorProvider, SLIDE_FIELD } from '../document/editor-context.ts';
import { openScriptureLookup } from '../document/scripture-lookup.ts';
import { useDecks } from '../document/use-decks.ts';
import { ImageUploadDialog } from '../images/image-upload-dialog.tsx';
import { WindowDrop } from '../images/window-drop.tsx';
import { FooterFields } from '../song/footer-fields.tsx';
import { SongDetails } from '../song/song-details.tsx';
import { SongOrder } from '../song/song-order.tsx';
import { DeckSlideList } from './deck-slide-list.tsx';
import { PasteDialog } from './paste-dialog.tsx';
import { PublishPanel } from './publish-panel.tsx';
import { SlideForm } from './slide-form.tsx';
import { SlidePreview } from './slide-preview.tsx';

/** Images to upload, and the slide that shows the first one. Without a slide, each image makes a new one. */
interface Upload {
  readonly files: readonly File[];
  readonly slideId: string | null;
}

interface Props {
  readonly editor: DeckEditor;
  readonly format: FormatPassages;
}

const isTyping = (target: EventTarget | null): boolean =>
  target instanceof Element && target.closest('input, textarea, select, [contenteditable]') !== null;

/** Renders the editor of a deck: its slides, the fields of the selected one, and what is published. */
export function DeckEditorView({ editor, format }: Props) {
  const { page, session, rest, strings, toasts, toMessage } = useDecks();
  const upload = useSignal<Upload | null>(null);
  const pasted = useSignal<string | null>(null);
  const images = useSignal<ReadonlyMap<string, DeckImage>>(new Map());
  const toFocus = useRef<string | null>(null);
  const scripture = useMemo(() => openScriptureLookup(session), [session]);
  const context = useMemo(
    () => ({
      editor,
      scripture,
      format,
      images,
      upload: (files: readonly File[], slideId: string | null) => {
        upload.value = { files, slideId };
      },
      focusNext: (selector: string) => {
        toFocus.current = selector;
      },
      paste: (text: string) => {
        pasted.value = text;
      },
    }),
    [editor],
  );
  const { value: document } = editor.document;
  const selected = useComputed(
    () => editor.document.value.slides.find(({ id }) => id === editor.selected.value) ?? null,
  );
  useUndoKeys(editor.edited);
  usePageTitle(document.title);
  useLayoutEffect(() => {
    if (toFocus.current) globalThis.document.querySelector<HTMLElement>(toFocus.current)?.focus();
    toFocus.current = null;
  });
  const isFull = document.slides.length >= DECK_MAX_SLIDES;

  useEffect(() => {
    if (location.hash !== '#new') return;
    history.replaceState(null, '', location.pathname);
    const title = globalThis.document.querySelector<HTMLTextAreaElement>('#deck-title');
    title?.focus();
    title?.select();
  }, []);
  // Sizes of the images are known only from their list.
  const hasImages = document.slides.some(({ image }) => image !== null);
  useEffect(() => {
    if (!hasImages || images.value.size > 0) return;
    rest.listImages().then(
      (list) => {
        images.value = new Map([...list.map((image) => [image.id, image] as const), ...images.value]);
      },
      (error: unknown) => toasts.show({ kind: 'problem', text: toMessage(error) }),
    );
  }, [hasImages]);

  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (!(event.ctrlKey || event.metaKey) || event.altKey) return;
      if (event.key.toLowerCase() !== 's') return;
      event.preventDefault();
      void editor.edited.save();
    };
    const onPaste = (event: ClipboardEvent) => {
      if (!editor.mayEdit || globalThis.document.querySelector('dialog[open]')) return;
      const files = [...(event.clipboardData?.files ?? [])];
      const text = event.clipboardData?.getData('text/plain') ?? '';
      if (files.length > 0 && (text === '' || !isTyping(event.target))) {
        event.preventDefault();
        const slide = selected.value;
        context.upload(files, slide?.layout === 'image' && slide.image === null ? slide.id : null);
      } else if (!isTyping(event.target) && divideParagraphs(text).length > 0) {
        event.preventDefault();
        pasted.value = text;
      }
    };
    addEventListener('keydown', onKey);
    addEventListener('paste', onPaste);
    return () => {
      removeEventListener('keydown', onKey);
      removeEventListener('paste', onPaste);
    };
  }, []);

  const addAfter = (added: readonly Slide[], more: Partial<DeckDocument> = {}) => {
    const { slides } = editor.document.value;
    const index = slides.findIndex(({ id }) => id === editor.selected.value);
    if (slides.length + added.length > DECK_MAX_SLIDES) {
      toasts.show({ kind: 'problem', text: strings.tooMany(DECK_MAX_SLIDES) });
    }
    editor.edit((before) => insertSlides({ ...before, ...more }, index + 1, added));
    const first = added.find(({ id }) => editor.document.value.slides.some((slide) => slide.id === id));
    if (first) editor.selected.value = first.id;
    context.focusNext(SLIDE_FIELD);
  };
  const addImages = (stored: readonly DeckImage[]) => {
    const { slideId } = upload.value!;
    upload.value = null;
    images.value = new Map([...images.value, ...stored.map((image) => [image.id, image] as const)]);
    const [first, ...others] = stored;
    if (slideId && first) {
      editor.edit((before) =>
        replaceSlide(before, slideId, (slide) => ({
          ...slide,
          layout: 'image',
          text: null,
          reference: null,
          image: first.id,
        })),
      );
      editor.selected.value = slideId;
    }
    const contents = (slideId ? others : stored).map((image) => ({ image: image.id }));
    if (contents.length > 0) addAfter(createSlides(editor.document.value, 'image', contents));
  };

  return (
    <EditorProvider value={context}>
      <div class="deck-editor">
        <WindowDrop
          isEnabled={editor.mayEdit}
          hint={strings.dropHere}
          onFiles={(files, target) =>
            context.upload(files, target.closest('.image-field') ? editor.selected.value : null)
          }
        />
        <header class="deck-head">
          <a class="page-back" href={workspacePath(page.owner.id, 'decks')}>
            {strings.back}
          </a>
          <h1 class="unseen">{document.title}</h1>
          <TitleField
            id="deck-title"
            label={strings.deckTitle}
            value={document.title}
            isReadOnly={!editor.mayEdit}
            onInput={(value) => editor.edit((before) => ({ ...before, title: value }), 'title')}
          />
          <span class="chip">{strings.kinds[document.kind]}</span>
          <label class="check">
            <input
              type="checkbox"
              checked={document.shared}
              disabled={!editor.mayEdit}
              onChange={({ currentTarget }) =>
                editor.edit((before) => ({ ...before, shared: currentTarget.checked }), 'shared')
              }
            />
            {strings.shared}
          </label>
          {editor.mayEdit && (
            <div class="row">
              <button
                type="button"
                class="quiet"
                aria-disabled={!editor.edited.canUndo.value}
                aria-keyshortcuts="Control+Z"
                onClick={editor.edited.undo}
              >
                {strings.undo}
              </button>
              <button
                type="button"
                class="quiet"
                aria-disabled={!editor.edited.canRedo.value}
                aria-keyshortcuts="Control+Shift+Z"
                onClick={editor.edited.redo}
              >
                {strings.redo}
              </button>
            </div>
          )}
          {(editor.mayEdit || editor.edited.isDirty.value) && <SaveStatus edited={editor.edited} />}
          {!editor.mayEdit && <p class="meta">{strings.readOnly}</p>}
        </header>
        <DeckSlideList isFull={isFull} addAfter={addAfter} />
        <section class="deck-slide" aria-label={strings.slide}>
          {selected.value ? (
            <SlideForm key={selected.value.id} slide={selected.value} addAfter={addAfter} />
          ) : (
            <p class="meta">{strings.noSlide}</p>
          )}
          {document.kind === 'song' && document.slides.length > 0 && <SongOrder />}
          {document.kind === 'song' && <SongDetails />}
          <FooterFields />
        </section>
        <aside class="deck-aside" aria-label={strings.previewAndPublication}>
          {selected.value && <SlidePreview slide={selected.value} />}
          <PublishPanel />
        </aside>
        {upload.value && (
          <ImageUploadDialog
            files={upload.value.files}
            onClose={() => {
              upload.value = null;
            }}
            onStored={addImages}
          />
        )}
        {pasted.value !== null && (
          <PasteDialog
            text={pasted.value}
            onClose={() => {
              pasted.value = null;
            }}
            onAdd={(added, more) => {
              pasted.value = null;
              addAfter(added, more);
            }}
          />
        )}
      </div>
    </EditorProvider>
  );
}
