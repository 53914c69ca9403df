import type { OperatorPage } from '../../src/contract/console-page.ts';

interface Props {
  readonly page: Pick<OperatorPage, 'lanUrl'>;
  /** Ends before the command. */
  readonly text: string;
  readonly class?: string;
}

/** Renders that addresses work only on this computer, with the command that changes it, unless others reach it. */
export const OnlyHereNotice = ({ page, text, ...attributes }: Props) =>
  page.lanUrl === null ? (
    <p {...attributes}>
      {text} <code class="command">npm start -- --lan</code>
    </p>
  ) : null;
