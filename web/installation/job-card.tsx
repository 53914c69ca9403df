import { formatByteSize } from '../../src/contract/byte-size.ts';
import type { EditionJob } from '../../src/contract/edition-jobs.ts';
import { summarizeProblem } from '../session/describe-problem.tsx';
import { ReportLines } from '../session/import-notices.tsx';
import { useUiStrings } from '../ui/ui-strings.ts';
import { CancelJob } from './cancel-job.tsx';
import { useEditions } from './editions-context.ts';
import { JobReport } from './job-report.tsx';
import { OptionsForm } from './options-form.tsx';

/** Renders an import job: its progress, its report, and what can be done next. */
export function JobCard({ job }: { readonly job: EditionJob }) {
  const { page, strings: all, uploads, editions } = useEditions();
  const strings = all.jobs;
  const { state, source, report, refusal } = job;
  const isNotInstalled = source === 'known' && state === 'refused';
  const edition = source === 'known' && editions.value.find(({ slug }) => slug === job.name);
  const name = edition ? edition.name : job.name;
  const isPaused = state === 'uploading' && ['paused', 'missing'].includes(uploads.stateOf(job).value.status);
  const shown = isPaused ? 'paused' : state === 'checking' && source === 'known' ? 'downloading' : state;
  return (
    <li class="job" data-state={state}>
      <div class="job-head" role="status">
        <h3>{report && state !== 'refused' ? report.name : name}</h3>
        <span class="chip" data-kind={state === 'refused' ? 'danger' : state === 'interrupted' ? 'wait' : undefined}>
          {isNotInstalled ? strings.notInstalled : strings.states[shown]}
        </span>
      </div>
      {state === 'uploading' && <UploadProgress job={job} />}
      {(state === 'checking' || state === 'queued') && <WorkProgress job={job} share={job.progress} />}
      {state === 'importing' && <WorkProgress job={job} share={null} />}
      {state === 'ready' && report && <JobReport report={report} />}
      {state === 'done' && report && (
        <p>
          {strings.done(report.name, report.slug, all.report.verses(report.verses, report.books.length))} {strings.next}
        </p>
      )}
      {state === 'refused' && (
        <>
          {isNotInstalled && <p class="problem">{strings.notDownloaded}</p>}
          <ul class="job-refusal problem">{refusal && <ReportLines lines={refusal} language={page.language} />}</ul>
          <p>
            {strings.nothingChanged} {source === 'known' && strings.uploadInstead}
          </p>
        </>
      )}
      {state === 'interrupted' && <p>{strings.interrupted}</p>}
      {source === 'upload' && ['ready', 'refused', 'interrupted'].includes(state) ? (
        <OptionsForm key={`${job.id} ${JSON.stringify(job.options)}`} job={job} />
      ) : (
        <JobActs job={job} />
      )}
    </li>
  );
}

function UploadProgress({ job }: { readonly job: EditionJob }) {
  const { page, strings: all, uploads } = useEditions();
  const ui = useUiStrings();
  const { language } = page;
  const { sent, rate, status, failure } = uploads.stateOf(job).value;
  const share = sent / job.size;
  const text = all.jobs.progress(
    formatByteSize(sent, language),
    formatByteSize(job.size, language),
    formatPercent(language, share),
  );
  return (
    <>
      <progress aria-label={all.jobs.states.uploading} value={share} max="1" />
      <p class="meta job-progress">
        {text}
        {rate !== null && ` · ${all.jobs.rate(formatByteSize(rate, language))}`}
      </p>
      {status === 'retrying' && (
        <p role="status">
          {summarizeProblem(failure, ui)} {all.jobs.retrying}
        </p>
      )}
      {status === 'missing' && <p>{all.upload.elsewhere}</p>}
    </>
  );
}

function WorkProgress({ job, share }: { readonly job: EditionJob; readonly share: number | null }) {
  const { page, strings } = useEditions();
  const label = strings.jobs.states[job.state === 'importing' ? 'importing' : 'checking'];
  if (share === null) return <progress aria-label={label} />;
  return (
    <>
      <progress aria-label={label} value={share} max="1" />
      <p class="meta job-progress">{formatPercent(page.language, share)}</p>
    </>
  );
}

/** Renders the buttons of a job without a form. */
function JobActs({ job }: { readonly job: EditionJob }) {
  const { strings: all, uploads, send, reload } = useEditions();
  const strings = all.jobs;
  const { id, state, source } = job;
  const status = uploads.stateOf(job).value.status;
  return (
    <div class="row">
      {state === 'uploading' && (status === 'running' || status === 'retrying') && (
        <button type="button" onClick={() => uploads.pause(job)}>
          {strings.pause}
        </button>
      )}
      {state === 'uploading' && status === 'paused' && (
        <button type="button" class="primary" onClick={() => uploads.resume(job)}>
          {strings.resume}
        </button>
      )}
      {source === 'known' && (state === 'refused' || state === 'interrupted') && (
        <button
          type="button"
          class="primary"
          onClick={async () => {
            await send('POST', `/jobs/${id}/retry`);
            await reload();
          }}
        >
          {all.tryAgain}
        </button>
      )}
      {state !== 'importing' && <CancelJob job={job} />}
    </div>
  );
}

const formatPercent = (language: string, share: number): string =>
  new Intl.NumberFormat(language, { style: 'percent' }).format(share);
