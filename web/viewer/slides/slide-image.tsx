import { useEffect, useState } from 'preact/hooks';
import type { ViewerImage } from '../../../src/contract/viewer.ts';

const RETRY_FIRST_MS = 2_000;
const RETRY_MAX_MS = 60_000;

/** Renders the whole image as large as fits. It appears once loaded; failed loads are retried. */
export function SlideImage({ image, title }: { image: ViewerImage; title: string | null }) {
  const [loadedUrl, setLoadedUrl] = useState('');
  const [failures, setFailures] = useState(0);
  const [attempts, setAttempts] = useState(0);
  useEffect(() => {
    if (failures === 0) return;
    const wait = Math.min(RETRY_MAX_MS, RETRY_FIRST_MS * 2 ** (failures - 1));
    // Jitter, so that the phones of an audience do not send their requests at once.
    const timer = setTimeout(() => setAttempts(failures), wait * (0.5 + Math.random()));
    return () => clearTimeout(timer);
  }, [failures]);
  return (
    <img
      // A new element: a browser requests an element's image only once.
      key={attempts}
      class={loadedUrl === image.url ? 'picture' : 'picture away'}
      src={image.url}
      width={image.width}
      height={image.height}
      style={{ '--own-width': image.width, '--own-height': image.height }}
      alt={title ?? ''}
      onLoad={() => setLoadedUrl(image.url)}
      onError={() => setFailures(attempts + 1)}
    />
  );
}
