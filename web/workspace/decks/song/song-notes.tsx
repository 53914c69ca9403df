import { describeNotice, type Notices } from '../../../session/import-notices.tsx';
import type { SongImportData } from '../document/deck-rest.ts';
import { useDecks } from '../document/use-decks.ts';

interface Props {
  readonly report: Pick<SongImportData['report'], 'warnings' | 'omitted'>;
  readonly notices: Notices | null;
}

/** Renders, as items of a list, what to check in a song that was read and what is left out. */
export function SongNotes({ report, notices }: Props) {
  const { strings } = useDecks();
  return (
    <>
      {report.warnings.map((warning) => (
        <li key={warning.message} class="import-warning">
          {describeNotice(warning, notices)}
        </li>
      ))}
      {report.omitted.length > 0 && (
        <li>
          {strings.leftOut(
            report.omitted.map(({ kind, count: times }) => `${strings.omissions[kind]} (${times})`).join(', '),
          )}
        </li>
      )}
    </>
  );
}
