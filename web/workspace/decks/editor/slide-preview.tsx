import { useComputed, useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { toDeckAttribution } from '../../../../src/contract/deck-attribution.ts';
import type { PictureView } from '../../../../src/contract/picture.ts';
import type { PreviewProblem } from '../../../../src/contract/preview.ts';
import type { Slide } from '../../../../src/contract/schemas/presentation.ts';
import { viewsFor } from '../../../../src/contract/view-choices.ts';
import type { ViewerSlide } from '../../../../src/contract/viewer.ts';
import { toStoredViewerImage } from '../../../../src/contract/viewer-content.ts';
import { PreviewFrame } from '../../../preview/preview-frame.tsx';
import {
  type PreviewLook,
  type PreviewPassage,
  toPreviewSlide,
  toSlideState,
} from '../../../preview/preview-states.ts';
import type { ProblemMessage } from '../../../session/describe-problem.tsx';
import { splitSlide, toPresentedSlides } from '../document/deck-document.ts';
import { useEditor } from '../document/editor-context.ts';
import { useDecks } from '../document/use-decks.ts';
import { fetchPreviewLook } from './preview-look.ts';

/** Renders the selected slide as the audience will see it, in one view of a picture. */
export function SlidePreview({ slide }: { readonly slide: Slide }) {
  const { editor, scripture, images } = useEditor();
  const { session, strings, toMessage } = useDecks();
  const view = useSignal<PictureView>('screen');
  const look = useSignal<PreviewLook | null>(null);
  const failure = useSignal<ProblemMessage | null>(null);
  const problem = useSignal<PreviewProblem | null>(null);
  const passages = useSignal<ReadonlyMap<string, PreviewPassage>>(new Map());
  const { value: document } = editor.document;
  const presented = useComputed(() => toPresentedSlides(editor.document.value));
  const next = presented.value[presented.value.findIndex(({ id }) => id === slide.id) + 1] ?? null;

  useEffect(() => {
    fetchPreviewLook(session).then(
      (found) => {
        look.value = found;
      },
      (error: unknown) => {
        failure.value = toMessage(error);
      },
    );
  }, []);
  const keys = [slide, next].map((one) => JSON.stringify(one?.reference ?? null)).join();
  useEffect(() => {
    for (const reference of [slide.reference, next?.reference]) {
      if (!reference) continue;
      scripture.read(reference).then(
        (found) => {
          if (found) passages.value = new Map([...passages.value, [JSON.stringify(reference), found]]);
        },
        // The field of the reference shows the problem.
        () => {},
      );
    }
  }, [keys]);

  const attribution = toDeckAttribution(document);
  const toViewer = (one: Slide): ViewerSlide => {
    const image = one.image === null ? undefined : images.value.get(one.image);
    return toPreviewSlide(one, {
      passage: passages.value.get(JSON.stringify(one.reference)) ?? null,
      image: image ? toStoredViewerImage(image.id, image) : null,
      attribution,
      sung: document.kind === 'song',
      language: document.language_tag,
    });
  };
  const kind = document.kind === 'song' ? 'song' : 'announcement';
  const state = look.value && toSlideState(toViewer(slide), look.value, next && toViewer(next), kind);
  const split = splitSlide(document, slide);

  return (
    <section class="slide-preview" aria-labelledby="preview-title">
      <h2 id="preview-title" class="unseen">
        {strings.preview}
      </h2>
      <fieldset class="segmented">
        <legend class="unseen">{strings.view}</legend>
        {viewsFor('picture').map((one) => (
          <button
            key={one}
            type="button"
            aria-pressed={view.value === one}
            onClick={() => {
              problem.value = null;
              view.value = one;
            }}
          >
            {strings.views[one]}
          </button>
        ))}
      </fieldset>
      <PreviewFrame
        view={view.value}
        state={state}
        title={strings.preview}
        onDrawn={(found) => {
          problem.value = found;
        }}
      />
      <div class="preview-problem" role="status">
        {failure.value && <p class="problem">{failure.value}</p>}
        {problem.value === 'shrunk' && (
          <>
            <p>{strings.tooLong}</p>
            {editor.mayEdit && split && (
              <button type="button" onClick={() => editor.edit(() => split)}>
                {strings.split}
              </button>
            )}
          </>
        )}
        {problem.value === 'image' && <p>{strings.imageMissing}</p>}
        {problem.value === 'font' && <p>{strings.fontMissing}</p>}
      </div>
    </section>
  );
}
