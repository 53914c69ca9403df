import type { ConsoleStrings } from '../../../src/locales/en/console/index.ts';

interface Props {
  readonly strings: ConsoleStrings['entry'];
  /** Message from the server; null if it did not respond. */
  readonly detail: string | null;
}

/** Renders the page shown when the console could not start. */
export function StartFailedPage({ strings, detail }: Props) {
  return (
    <main class="entry">
      <h1>{strings.noStart}</h1>
      <p role="alert">{detail ?? strings.noResponse}</p>
      <button type="button" class="primary" onClick={() => location.reload()}>
        {strings.again}
      </button>
    </main>
  );
}
