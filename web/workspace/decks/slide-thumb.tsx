import type { Slide } from '../../../src/contract/schemas/presentation.ts';
import { useEditor } from './editor-context.ts';
import { useDecks } from './use-decks.ts';

/** Renders a small picture of a slide. The live preview shows how it really looks. */
export function SlideThumb({ slide }: { readonly slide: Slide }) {
  const { format } = useEditor();
  const { strings } = useDecks();
  const { layout, title, text, reference, image } = slide;
  const isEmpty = layout !== 'blank' && !title && !text && !reference && !image;
  return (
    <div class="slide-thumb" data-layout={layout} dir="auto">
      {isEmpty && <span class="slide-thumb-empty">{strings.layouts[layout]}</span>}
      {layout === 'image' && image && <img src={`/media/${image}`} alt={title ?? ''} loading="lazy" decoding="async" />}
      {layout !== 'image' && title && <strong>{title}</strong>}
      {text && <span>{text}</span>}
      {reference && <span>{format([reference])}</span>}
      {layout === 'blank' && <span class="unseen">{strings.layouts.blank}</span>}
    </div>
  );
}
