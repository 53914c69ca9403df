import { useEffect, useState } from 'preact/hooks';
import type { ViewerImage } from '../../../src/contract/viewer.ts';

const AGAIN_FIRST_MS = 2_000;
const AGAIN_MAX_MS = 60_000;

/** The whole image, as large as fits, which appears once it is there, and is asked for again until then. */
export function SlideImage({ image, title }: { image: ViewerImage; title: string | null }) {
  const [here, setHere] = useState('');
  const [failures, setFailures] = useState(0);
  const [tries, setTries] = useState(0);
  useEffect(() => {
    if (failures === 0) return;
    const wait = Math.min(AGAIN_MAX_MS, AGAIN_FIRST_MS * 2 ** (failures - 1));
    // Spread, so that a hall of phones does not ask as one.
    const timer = setTimeout(() => setTries(failures), wait * (0.5 + Math.random()));
    return () => clearTimeout(timer);
  }, [failures]);
  return (
    <img
      // Another element: a browser asks for the image of one but once.
      key={tries}
      class={here === image.url ? 'picture' : 'picture away'}
      src={image.url}
      width={image.width}
      height={image.height}
      style={{ '--own-width': image.width, '--own-height': image.height }}
      alt={title ?? ''}
      onLoad={() => setHere(image.url)}
      onError={() => setFailures(tries + 1)}
    />
  );
}
