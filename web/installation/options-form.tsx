import { useSignal } from '@preact/signals';
import type { EditionJob } from '../../src/contract/edition-jobs.ts';
import { UNKNOWN_RIGHTS } from '../../src/contract/edition-library.ts';
import type { EditionJobOptions } from '../../src/contract/schemas/edition-jobs.ts';
import { CancelJob } from './cancel-job.tsx';
import { useEditions } from './editions-context.ts';
import { RightsQuestion } from './rights-question.tsx';

const RIGHTS = ['rights_status', 'attribution', 'license_id', 'license_url', 'copyright', 'source_url'] as const;
const LANGUAGES = ['en', 'pt', 'de', 'und'] as const;

/** Returns a text that is the same for the same options. An empty field counts as absent. */
const toKey = (options: EditionJobOptions): string =>
  JSON.stringify({ ...options, rights: { ...options.rights } }, (_, value) => (value === '' ? undefined : value));

/**
 * Renders the fields that a person adds to the file, and the buttons of a checked upload. A changed field has to be
 * checked again before the import.
 */
export function OptionsForm({ job }: { readonly job: EditionJob }) {
  const { page, strings: all, send, reload } = useEditions();
  const strings = all.options;
  const options = useSignal<EditionJobOptions>(job.options);
  const busy = useSignal(false);
  const { report } = job;
  const isChanged = toKey(options.value) !== toKey(job.options);
  const isUnknown = report?.rights.rights_status === UNKNOWN_RIGHTS;
  const staysUnknown = useSignal(false);
  const mayImport = job.state === 'ready' && report !== null && !isChanged;
  const languages = new Intl.DisplayNames(page.language, { type: 'language' });

  const submit = async () => {
    busy.value = true;
    await (mayImport
      ? send('POST', `/jobs/${job.id}/import`, { replaces: report.replaced?.revision_id ?? null })
      : send('POST', `/jobs/${job.id}/check`, options.value));
    await reload();
    busy.value = false;
  };
  const set = (change: EditionJobOptions) => {
    options.value = { ...options.value, ...change };
  };

  return (
    <form
      class="job-options"
      onSubmit={(event) => {
        event.preventDefault();
        void submit();
      }}
    >
      {isUnknown && (
        <RightsQuestion
          rights={options.value.rights ?? {}}
          staysUnknown={staysUnknown.value}
          onState={(rights) => {
            staysUnknown.value = false;
            set({ rights: { ...options.value.rights, ...rights } });
          }}
          onStayUnknown={(stays) => {
            staysUnknown.value = stays;
            const { copyright, rights_status, ...others } = options.value.rights ?? {};
            if (stays && (copyright || rights_status)) set({ rights: others });
          }}
        />
      )}
      <details open={job.state === 'refused'}>
        <summary>{strings.title}</summary>
        <p class="meta">{strings.hint}</p>
        <div class="job-fields">
          <label>
            {strings.name}
            <input
              type="text"
              maxLength={200}
              value={options.value.name ?? ''}
              placeholder={report?.name}
              onInput={(event) => set({ name: event.currentTarget.value })}
            />
          </label>
          <label>
            {strings.slug}
            <input
              type="text"
              pattern="[a-z0-9\-]{2,32}"
              title={strings.slugHint}
              value={options.value.slug ?? ''}
              placeholder={report?.slug}
              onInput={(event) => set({ slug: event.currentTarget.value.toLowerCase() })}
            />
          </label>
          <label>
            {strings.language}
            <select
              value={options.value.language ?? ''}
              onChange={(event) => set({ language: event.currentTarget.value as EditionJobOptions['language'] & '' })}
            >
              <option value="">{strings.asFile}</option>
              {LANGUAGES.map((code) => (
                <option key={code} value={code}>
                  {code === 'und' ? strings.otherLanguage : languages.of(code)}
                </option>
              ))}
            </select>
          </label>
          <label>
            {strings.languageTag}
            <input
              type="text"
              pattern="[A-Za-z]{2,3}(\-[A-Za-z0-9]{1,8})*"
              maxLength={35}
              placeholder="zh-Hant"
              value={options.value.language_tag ?? ''}
              onInput={(event) => set({ language_tag: event.currentTarget.value.trim() })}
            />
          </label>
          {RIGHTS.map((field) => (
            <label key={field}>
              {strings[field]}
              <input
                type="text"
                inputMode={field.endsWith('_url') ? 'url' : 'text'}
                maxLength={2_000}
                value={options.value.rights?.[field] ?? ''}
                placeholder={report?.rights[field]}
                onInput={(event) => set({ rights: { ...options.value.rights, [field]: event.currentTarget.value } })}
              />
            </label>
          ))}
          <label>
            {strings.module}
            <input
              type="text"
              maxLength={200}
              value={options.value.module ?? ''}
              onInput={(event) => set({ module: event.currentTarget.value })}
            />
          </label>
        </div>
        <label class="job-check">
          <input
            type="checkbox"
            checked={options.value.allow_gaps ?? false}
            onChange={(event) => set({ allow_gaps: event.currentTarget.checked })}
          />
          {strings.allowGaps}
        </label>
      </details>
      <div class="row">
        <button type="submit" class="primary" disabled={busy.value || (mayImport && isUnknown && !staysUnknown.value)}>
          {mayImport ? (report.replaced ? all.jobs.replace : all.jobs.import) : all.jobs.checkAgain}
        </button>
        <CancelJob job={job} />
      </div>
    </form>
  );
}
