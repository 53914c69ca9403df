import { useSignal } from '@preact/signals';
import type { ComponentChildren } from 'preact';
import { type EditionJob, freeEditionPath } from '../../../src/contract/edition-jobs.ts';
import type { EditionRevisionDetail } from '../../../src/contract/edition-library.ts';
import { describeRights } from '../../session/describe-rights.ts';
import { ReportLines } from '../../session/import-notices.tsx';
import { isWebAddress } from '../../ui/is-web-address.ts';
import { useWorkspace } from '../workspace-context.ts';
import type { CatalogEdition } from './fetch-library.ts';
import { OfferToPhones } from './offer-to-phones.tsx';

/** Gaps and warnings that a row lists. */
const LISTED_MAX = 20;

interface Props {
  readonly edition: CatalogEdition;
  /** Undefined for an edition that is not installed. */
  readonly revision: EditionRevisionDetail | undefined;
  /** Name of the language. */
  readonly language: string;
  readonly enabled: boolean;
  readonly busy: boolean;
  /** The job that installs it; null if none runs. */
  readonly job: EditionJob | null;
  /** Null if the person may not change the library. */
  readonly onChange: ((wanted: boolean) => void) | null;
  /** Installs it and adds it to the library. Null if the person may not do both. */
  readonly onInstall: (() => void) | null;
}

/** Renders an edition of the list, with its rights and source when opened. */
export function EditionRow({ edition, revision, language, enabled, busy, job, onChange, onInstall }: Props) {
  const { page, strings: all } = useWorkspace();
  const strings = all.library;
  const open = useSignal(false);
  const { name, slug, installed, rights } = edition;
  return (
    <li data-slug={slug}>
      <div class="resource-name">
        <strong>{name}</strong>
        <p class="meta">
          <abbr class="library-slug">{slug}</abbr> · {language} · {describeRights(rights, strings)}
        </p>
      </div>
      {enabled && (
        <span class="chip" data-kind="ready">
          {strings.enabled}
        </span>
      )}
      {job && <InstallProgress job={job} />}
      {!installed && !job && (
        <span class="chip" title={strings.askAdministrator}>
          {strings.notInstalled}
        </span>
      )}
      {!installed && onInstall && (
        <button
          type="button"
          class="library-change"
          disabled={busy}
          aria-label={`${strings.installAndUse}: ${name}`}
          onClick={onInstall}
        >
          {strings.installAndUse}
        </button>
      )}
      {!installed && !onInstall && page.administrator && (
        <a class="button library-change" href={freeEditionPath(slug)} aria-label={`${strings.install}: ${name}`}>
          {strings.install}
        </a>
      )}
      {installed && onChange && (
        <button
          type="button"
          class="library-change"
          disabled={busy}
          aria-label={`${enabled ? strings.disable : strings.enable}: ${name}`}
          onClick={() => onChange(!enabled)}
        >
          {enabled ? strings.disable : strings.enable}
        </button>
      )}
      <details
        class="library-details"
        onToggle={(event) => {
          open.value = event.currentTarget.open;
        }}
      >
        <summary aria-label={strings.detailsNamed(name)}>{strings.details}</summary>
        {open.value && enabled && <OfferToPhones edition={edition} mayChange={onChange !== null} />}
        {open.value && <EditionDetails edition={edition} revision={revision} />}
      </details>
    </li>
  );
}

/** Renders how far the download is; the steps before and after it have no measure. */
function InstallProgress({ job: { state, progress } }: { readonly job: EditionJob }) {
  const strings = useWorkspace().strings.library;
  const label = strings.installing[state === 'importing' ? 'importing' : state === 'queued' ? 'queued' : 'downloading'];
  return (
    <span class="library-progress" role="status">
      <span>{label}</span>
      <progress aria-label={label} {...(state === 'checking' && { value: progress, max: 1 })} />
    </span>
  );
}

function EditionDetails({ edition, revision }: Pick<Props, 'edition' | 'revision'>) {
  const { page, strings: all } = useWorkspace();
  const strings = all.library;
  const { fields } = strings;
  const { rights, provenance } = edition;
  const importedAt =
    revision && new Date(revision.imported_at).toLocaleDateString(page.language, { dateStyle: 'medium' });
  return (
    <dl class="library-facts">
      <Fact name={fields.abbreviation}>{edition.slug}</Fact>
      <Fact name={fields.rights}>{describeRights(rights, strings)}</Fact>
      <Fact name={fields.attribution}>{rights.attribution}</Fact>
      {(rights.license_id || rights.license_url) && (
        <Fact name={fields.license}>
          <Address url={rights.license_url} text={rights.license_id} />
        </Fact>
      )}
      {rights.copyright && <Fact name={fields.copyright}>{rights.copyright}</Fact>}
      {rights.change_notice && <Fact name={fields.changes}>{rights.change_notice}</Fact>}
      <Fact name={fields.source}>
        <Address url={rights.source_url} />
        {provenance.source_id && <span class="meta"> {provenance.source_id}</span>}
      </Fact>
      {edition.installed && <Fact name={fields.books}>{edition.book_ids.length}</Fact>}
      {revision && <Fact name={fields.imported}>{strings.imported(importedAt!, revision.number)}</Fact>}
      {provenance.archive_sha256 && (
        <Fact name={fields.digest}>
          <code>{provenance.archive_sha256}</code>
        </Fact>
      )}
      {revision && <Checks revision={revision} />}
      {!edition.installed && <Fact name={strings.notInstalled}>{strings.askAdministrator}</Fact>}
    </dl>
  );
}

function Checks({ revision: { checks } }: { readonly revision: EditionRevisionDetail }) {
  const { page, strings: all } = useWorkspace();
  const strings = all.library;
  const { fields } = strings;
  if (!checks) return <Fact name={fields.checks}>{strings.unchecked}</Fact>;
  const { format, gaps, gap_count, warnings, warning_count } = checks;
  const clean = gap_count === 0 && warning_count === 0;
  return (
    <>
      <Fact name={fields.checks}>
        {clean ? strings.passed(format) : strings.found(format, gap_count, warning_count)}
      </Fact>
      {gap_count > 0 && (
        <Fact name={fields.gaps}>
          {gaps.slice(0, LISTED_MAX).join(', ')}
          {gap_count > LISTED_MAX && ` ${strings.more(gap_count - LISTED_MAX)}`}
        </Fact>
      )}
      {warning_count > 0 && (
        <Fact name={fields.warnings}>
          <ul>
            <ReportLines lines={warnings.slice(0, LISTED_MAX)} language={page.language} />
          </ul>
          {warning_count > LISTED_MAX && strings.more(warning_count - LISTED_MAX)}
        </Fact>
      )}
    </>
  );
}

function Fact({ name, children }: { readonly name: string; readonly children: ComponentChildren }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}

/** Renders a link if the address leads to the web: rights come from files, which can contain anything. */
function Address({ url = '', text }: { readonly url?: string | undefined; readonly text?: string | undefined }) {
  const { unknown } = useWorkspace().strings.library;
  if (!isWebAddress(url)) return <>{text ?? (url === 'Unknown' || url === '' ? unknown : url)}</>;
  return (
    <a href={url} target="_blank" rel="noopener noreferrer">
      {text ?? url}
    </a>
  );
}
