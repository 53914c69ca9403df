import type { EditionJobReport } from '../../src/contract/edition-jobs.ts';
import { describeRights } from '../session/describe-rights.ts';
import { ReportLines } from '../session/import-notices.tsx';
import { describeUse } from './describe-use.ts';
import { useEditions } from './editions-context.ts';

/** Gaps and warnings that are listed. */
const LISTED_MAX = 20;

/** Renders the report of a checked file: contents, findings, and the edition that it would replace. */
export function JobReport({ report }: { readonly report: EditionJobReport }) {
  const { page, strings: all } = useEditions();
  const strings = all.report;
  const { checks, rights, replaced, books, omitted, language } = report;
  const omissions = Object.entries(omitted).map(([kind, count]) => `${strings.omissions[kind] ?? kind} ${count}`);
  return (
    <div class="job-report">
      <p class="job-sum">{strings.verses(report.verses, books.length)}</p>
      {replaced && (
        <div class="editions-notice">
          <p>
            <strong>{strings.replaces(replaced.name, replaced.books)}</strong> {describeUse(replaced.use, all.use)}{' '}
            {strings.kept}
          </p>
          {replaced.rights_status !== rights.rights_status && (
            <p>{strings.previously(describeRights(replaced, all))}</p>
          )}
        </div>
      )}
      {language === 'und' && <p class="editions-notice">{strings.unknownLanguage}</p>}
      <dl class="job-facts">
        <dt>{strings.format}</dt>
        <dd>{checks.format}</dd>
        <dt>{strings.rights}</dt>
        <dd>{describeRights(rights, all)}</dd>
        <dt>{strings.attribution}</dt>
        <dd>{rights.attribution}</dd>
        <dt>{strings.omitted}</dt>
        <dd>{omissions.join(', ') || strings.nothing}</dd>
        <dt>{strings.gaps}</dt>
        <dd>
          {checks.gap_count === 0 ? strings.none : checks.gaps.slice(0, LISTED_MAX).join(', ')}
          {checks.gap_count > LISTED_MAX && ` ${strings.more(checks.gap_count - LISTED_MAX)}`}
        </dd>
        <dt>{strings.warnings}</dt>
        <dd>
          {checks.warning_count === 0 ? (
            strings.none
          ) : (
            <ul>
              <ReportLines lines={checks.warnings.slice(0, LISTED_MAX)} language={page.language} />
            </ul>
          )}
          {checks.warning_count > LISTED_MAX && strings.more(checks.warning_count - LISTED_MAX)}
        </dd>
      </dl>
      <details>
        <summary>{strings.books}</summary>
        <table>
          <thead>
            <tr>
              <th scope="col">{strings.columns.book}</th>
              <th scope="col">{strings.columns.chapters}</th>
              <th scope="col">{strings.columns.verses}</th>
              <th scope="col">{strings.columns.gaps}</th>
            </tr>
          </thead>
          <tbody>
            {books.map((book) => (
              <tr key={book.code}>
                <th scope="row">
                  {book.code} {book.name}
                </th>
                <td>{book.chapters}</td>
                <td>{book.verses}</td>
                <td>{book.gaps}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </details>
    </div>
  );
}
