import type { Slide } from '../../../../src/contract/schemas/presentation.ts';
import { useEditor } from '../document/editor-context.ts';
import { useDecks } from '../document/use-decks.ts';

interface Props {
  readonly slide: Slide;
  /** Name of the part, shown beside the picture, which does not repeat it. Null outside of songs. */
  readonly label: string | null;
}

/** Renders a small picture of a slide. The live preview shows how it really looks. */
export function SlideThumb({ slide, label }: Props) {
  const { format } = useEditor();
  const { strings } = useDecks();
  const { layout, title, text, reference, image } = slide;
  const isEmpty = layout !== 'blank' && !title && !text && !reference && !image;
  return (
    <div class="slide-thumb" data-layout={layout} dir="auto">
      {isEmpty && <span class="slide-thumb-empty">{strings.layouts[layout]}</span>}
      {layout === 'image' && image && <img src={`/media/${image}`} alt={title ?? ''} loading="lazy" decoding="async" />}
      {layout !== 'image' && title && title !== label && <strong>{title}</strong>}
      {text && <span>{text}</span>}
      {reference && <span>{format([reference])}</span>}
      {layout === 'blank' && <span class="unseen">{strings.layouts.blank}</span>}
    </div>
  );
}
