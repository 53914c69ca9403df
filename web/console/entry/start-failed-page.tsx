import type { ConsoleStrings } from '../../../src/locales/en/console/index.ts';

interface Props {
  readonly words: ConsoleStrings['entry'];
  /** What the server said; null where it did not answer. */
  readonly detail: string | null;
}

/** Where the page could not begin. */
export function StartFailedPage({ words, detail }: Props) {
  return (
    <main class="entry">
      <h1>{words.noStart}</h1>
      <p role="alert">{detail ?? words.noAnswer}</p>
      <button type="button" class="primary" onClick={() => location.reload()}>
        {words.again}
      </button>
    </main>
  );
}
