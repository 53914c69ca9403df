import { useState } from 'preact/hooks';
import type { ViewerImage } from '../../../src/contract/viewer.ts';

/** The whole image, as large as fits, which appears once it is there. */
export function SlideImage({ image, title }: { image: ViewerImage; title: string | null }) {
  const [here, setHere] = useState('');
  return (
    <img
      class={here === image.url ? 'picture' : 'picture away'}
      src={image.url}
      width={image.width}
      height={image.height}
      alt={title ?? ''}
      onLoad={() => setHere(image.url)}
    />
  );
}
