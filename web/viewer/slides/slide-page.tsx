import { useLayoutEffect } from 'preact/hooks';
import type { ViewerEdition, ViewerItem, ViewerSlide } from '../../../src/contract/viewer.ts';
import { Paragraphs } from '../scripture/paragraphs.tsx';
import { Attributions, PassageSection } from '../scripture/passage-section.tsx';
import { toPrintedReference, toReaderPassages } from '../scripture/reader-passages.ts';
import { textDirection } from '../scripture/verses.tsx';
import { SlideImage } from './slide-image.tsx';
import { TimeLeft } from './time-left.tsx';

const NO_ITEMS: ViewerItem[] = [];
const NO_EDITIONS: Record<string, ViewerEdition> = {};

/** Renders a slide of a presentation [D26] as a reading page. */
export function SlidePage({ slide }: { slide: ViewerSlide }) {
  const { layout, title, text, texts, passage, image, attribution } = slide;
  const counts = layout === 'countdown';
  useLayoutEffect(() => scrollTo(0, 0), []);
  if (layout === 'blank') return null;
  if (layout === 'image') {
    return (
      <>
        {image && <SlideImage image={image} title={title} />}
        {attribution && <Attributions items={NO_ITEMS} editions={NO_EDITIONS} ofDeck={attribution} />}
      </>
    );
  }
  const verses = layout === 'scripture' ? (passage?.verses ?? []) : [];
  return (
    <>
      <article
        class={`slide ${layout === 'title' || counts || (!text && !verses.length) ? 'title-slide' : 'text-slide'}`}
        dir={textDirection(text || title || '')}
      >
        {title && <h2 class="heading">{title}</h2>}
        {counts && <TimeLeft slide={slide} />}
        {text && !verses.length && <Paragraphs text={text} texts={texts} />}
      </article>
      {passage &&
        toReaderPassages(verses).map((part) => (
          <PassageSection
            key={part.key}
            passage={part}
            editions={passage.editions}
            page={null}
            reference={verses.length === part.items.length ? toPrintedReference(passage.reference) : undefined}
          />
        ))}
      {(passage || attribution) && (
        <Attributions
          items={passage ? verses : NO_ITEMS}
          editions={passage?.editions ?? NO_EDITIONS}
          ofDeck={attribution}
        />
      )}
    </>
  );
}
