import { useEffect, useState } from 'preact/hooks';

interface Props {
  /** Name of the output while it is being identified, or null. */
  identified: string | null;
  /** Name of the Live until it first shows something, or null. */
  idle: string | null;
  language: string;
}

/** Renders what an output shows on top of its view. */
export function OutputOverlay({ identified, idle, language }: Props) {
  return (
    <>
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
