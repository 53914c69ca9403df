import { useSignal } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import { FREE_EDITION_PARAMETER, isRunningState } from '../../src/contract/edition-jobs.ts';
import { isWebAddress } from '../ui/is-web-address.ts';
import { useEditions } from './editions-context.ts';

/** Renders the free editions that can be installed without a file. The address can fill the search. */
export function FreeEditions() {
  const { page, strings: all, editions, jobs, send, reload } = useEditions();
  const strings = all.free;
  const named = new URLSearchParams(location.search).get(FREE_EDITION_PARAMETER) ?? '';
  const text = useSignal(named);
  const search = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (named !== '') search.current!.focus();
  }, []);
  const { compare } = new Intl.Collator(page.language);
  const words = text.value.toLowerCase().trim();
  const free = editions.value
    .filter(({ known }) => known)
    .filter(({ name, slug }) => `${name} ${slug}`.toLowerCase().includes(words))
    .sort((a, b) => compare(a.name, b.name));
  const isRunning = (slug: string) =>
    jobs.value.some((job) => job.source === 'known' && job.name === slug && isRunningState(job.state));
  const install = async (slug: string) => {
    if (await send('POST', '/install', { slug })) {
      await reload();
      document.querySelector('#jobs-title')?.scrollIntoView({ block: 'start' });
    }
  };
  return (
    <section aria-labelledby="free-title">
      <div class="free-head">
        <div>
          <h2 id="free-title">{strings.title}</h2>
          <p class="meta">{strings.hint}</p>
        </div>
        <input
          ref={search}
          type="search"
          aria-label={strings.search}
          placeholder={strings.search}
          value={text.value}
          onInput={(event) => {
            text.value = event.currentTarget.value;
          }}
        />
      </div>
      {free.length === 0 ? (
        <p class="empty">{strings.noMatch}</p>
      ) : (
        <ul class="resource-list">
          {free.map(({ slug, name, rights, revision }) => (
            <li key={slug} data-free={slug}>
              <div class="resource-name">
                <strong>{name}</strong>
                <p class="meta">
                  {slug} · {rights.rights_status}
                  {isWebAddress(rights.license_url) && (
                    <>
                      {' · '}
                      <a href={rights.license_url} target="_blank" rel="noopener noreferrer">
                        {rights.license_id}
                      </a>
                    </>
                  )}
                  {slug === page.starter && ` · ${strings.offline}`}
                </p>
              </div>
              {revision && <span class="chip">{strings.installed}</span>}
              <button
                type="button"
                disabled={isRunning(slug)}
                aria-label={`${revision ? strings.again : strings.install}: ${name}`}
                onClick={() => install(slug)}
              >
                {revision ? strings.again : strings.install}
              </button>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
