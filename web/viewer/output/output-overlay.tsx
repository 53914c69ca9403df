import { useEffect, useState } from 'preact/hooks';

/** Delay before the code is loaded again after a failure. */
const RETRY_MS = 30_000;

interface Props {
  /** Name of the output while it is being identified, or null. */
  identified: string | null;
  /** Name of the Live until it first shows something, or null. */
  idle: string | null;
  /** Link for the audience's own devices, or null. */
  link: string | null;
  /** Whether the code of the link is visible. It stays in the page, so that it fades with the text. */
  follows: boolean;
  language: string;
}

/** Renders what an output shows on top of its view. */
export function OutputOverlay({ identified, idle, link, follows, language }: Props) {
  return (
    <>
      {idle !== null && (
        <div class="idle">
          <bdi>{idle}</bdi>
          <Time language={language} />
        </div>
      )}
      {link !== null && <Follow link={link} shown={follows} />}
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

function Follow({ link, shown }: { link: string; shown: boolean }) {
  const [code, setCode] = useState<typeof import('./follow-code.tsx') | null>(null);
  const [failures, setFailures] = useState(0);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    import('./follow-code.tsx').then(setCode, () => {
      timer = setTimeout(setFailures, RETRY_MS, failures + 1);
    });
    return () => clearTimeout(timer);
  }, [failures]);
  return (
    <aside class="follow" data-shown={code !== null && shown}>
      {code && <code.FollowCode link={link} />}
    </aside>
  );
}
