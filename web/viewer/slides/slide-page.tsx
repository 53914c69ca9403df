import { useLayoutEffect } from 'preact/hooks';
import type { ViewerSlide } from '../../../src/contract/viewer.ts';
import { Paragraphs } from '../scripture/paragraphs.tsx';
import { toPassages, toPrinted } from '../scripture/passage.ts';
import { Attributions, PassageSection } from '../scripture/passage-section.tsx';
import { dirOf } from '../scripture/verses.tsx';
import { SlideImage } from './slide-image.tsx';

/** A slide of a presentation [D26] as a page to read. */
export function SlidePage({ slide: { layout, title, text, passage, image } }: { slide: ViewerSlide }) {
  useLayoutEffect(() => scrollTo(0, 0), []);
  if (layout === 'blank') return null;
  if (layout === 'image') return image && <SlideImage image={image} title={title} />;
  const verses = layout === 'scripture' ? (passage?.verses ?? []) : [];
  return (
    <>
      <article
        class={`slide ${layout === 'title' || (!text && !verses.length) ? 'title-slide' : 'text-slide'}`}
        dir={dirOf(text || title || '')}
      >
        {title && <h2 class="heading">{title}</h2>}
        {text && !verses.length && <Paragraphs text={text} />}
      </article>
      {passage &&
        toPassages(verses).map((part) => (
          <PassageSection
            key={part.key}
            passage={part}
            editions={passage.editions}
            page={null}
            reference={verses.length === part.items.length ? toPrinted(passage.reference) : undefined}
          />
        ))}
      {passage && <Attributions items={verses} editions={passage.editions} />}
    </>
  );
}
