import { useEffect, useState } from 'preact/hooks';
import { Backdrop } from './backdrop.tsx';

interface Props {
  /** Name of the output while it is being identified, or null. */
  identified: string | null;
  /** Name of the Live until it first shows something, or null. */
  idle: string | null;
  language: string;
  /** Id of the image behind everything, or null. */
  image: string | null;
  isImageShaded: boolean;
}

/** Renders what an output shows on top of its view and behind it. */
export function OutputOverlay({ identified, idle, language, image, isImageShaded }: Props) {
  const { theme, preset } = document.documentElement.dataset;
  return (
    <>
      {image !== null && <Backdrop key={image} image={image} shaded={isImageShaded} colors={`${theme} ${preset}`} />}
      {idle !== null && (
        <div class="idle">
          <bdi>{idle}</bdi>
          <Time language={language} />
        </div>
      )}
      {identified !== null && (
        <p class="identified" role="status">
          <bdi>{identified}</bdi>
        </p>
      )}
    </>
  );
}

function Time({ language }: { language: string }) {
  const [now, setNow] = useState(() => new Date());
  useEffect(() => {
    const timer = setTimeout(() => setNow(new Date()), 60_020 - (now.getTime() % 60_000));
    return () => clearTimeout(timer);
  }, [now]);
  return (
    <time dateTime={now.toISOString()}>{now.toLocaleTimeString(language, { hour: 'numeric', minute: '2-digit' })}</time>
  );
}
