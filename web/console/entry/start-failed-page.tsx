import type { ConsoleStrings } from '../../../src/locales/en/console/index.ts';
import type { ProblemMessage } from '../../session/describe-problem.tsx';

interface Props {
  readonly strings: ConsoleStrings['entry'];
  /** Why it could not start. */
  readonly detail: ProblemMessage;
}

/** Renders the page shown when the console could not start. */
export function StartFailedPage({ strings, detail }: Props) {
  return (
    <main class="entry">
      <h1>{strings.noStart}</h1>
      <p role="alert">{detail}</p>
      <button type="button" class="primary" onClick={() => location.reload()}>
        {strings.again}
      </button>
    </main>
  );
}
