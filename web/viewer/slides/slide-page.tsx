import { useLayoutEffect } from 'preact/hooks';
import type { ViewerSlide } from '../../../src/contract/viewer.ts';
import { Paragraphs } from '../scripture/paragraphs.tsx';
import { Attributions, PassageSection } from '../scripture/passage-section.tsx';
import { toPrintedReference, toReaderPassages } from '../scripture/reader-passages.ts';
import { textDirection } from '../scripture/verses.tsx';
import { SlideImage } from './slide-image.tsx';

/** Renders a slide of a presentation [D26] as a reading page. */
export function SlidePage({ slide: { layout, title, text, passage, image } }: { slide: ViewerSlide }) {
  useLayoutEffect(() => scrollTo(0, 0), []);
  if (layout === 'blank') return null;
  if (layout === 'image') return image && <SlideImage image={image} title={title} />;
  const verses = layout === 'scripture' ? (passage?.verses ?? []) : [];
  return (
    <>
      <article
        class={`slide ${layout === 'title' || (!text && !verses.length) ? 'title-slide' : 'text-slide'}`}
        dir={textDirection(text || title || '')}
      >
        {title && <h2 class="heading">{title}</h2>}
        {text && !verses.length && <Paragraphs text={text} />}
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
      {passage && <Attributions items={verses} editions={passage.editions} />}
    </>
  );
}
