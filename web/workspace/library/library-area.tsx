import { type ProblemMessage, summarizeProblem } from '../../session/describe-problem.tsx';
import './library.css';
import { useComputed, useSignal } from '@preact/signals';
import { useEffect, useMemo } from 'preact/hooks';
import { LecternProblem } from '../../../clients/typescript/src/index.ts';
import { EDITIONS_PATH, type EditionJob } from '../../../src/contract/edition-jobs.ts';
import { LoadProblem } from '../load-problem.tsx';
import { useWorkspace } from '../workspace-context.ts';
import { ConfirmRemoval } from './confirm-removal.tsx';
import { EditionRow } from './edition-row.tsx';
import { type CatalogEdition, fetchCatalog, fetchEnabled, setEnabled } from './fetch-library.ts';
import { FILTERS, type LibraryFilter, matchEdition, sortEditions } from './filter-editions.ts';
import { installFreeEdition, removeUnusedEdition } from './free-edition.ts';

/** Renders the library of an owner: all editions of the installation, and which of them its Lives can show. */
export default function LibraryArea() {
  const { page, strings: all, session, toasts } = useWorkspace();
  const strings = all.library;
  const editions = useSignal<readonly CatalogEdition[] | null>(null);
  const enabled = useSignal<ReadonlySet<string>>(new Set());
  const problem = useSignal<ProblemMessage | null>(null);
  const text = useSignal('');
  const language = useSignal('');
  const filter = useSignal<LibraryFilter>('all');
  const removing = useSignal<CatalogEdition | null>(null);
  const busy = useSignal<ReadonlySet<string>>(new Set());
  const installing = useSignal<ReadonlyMap<string, EditionJob>>(new Map());
  const mayChange = session.scopes.value.has('translation.update');
  const mayInstall = mayChange && page.library?.editionsCsrf != null;
  const revisions = useMemo(() => new Map(page.library?.revisions.map((each) => [each.slug, each])), [page]);

  const toMessage = (error: unknown) => summarizeProblem(error, all.ui);
  const load = async () => {
    problem.value = null;
    try {
      const [found, slugs] = await Promise.all([fetchCatalog(session), fetchEnabled(session)]);
      enabled.value = slugs;
      editions.value = sortEditions(found, slugs, page.language);
    } catch (error) {
      problem.value = toMessage(error);
    }
  };
  useEffect(() => void load(), []);

  /** Runs an action on an edition, whose button is disabled meanwhile. Shows the problem if it fails. */
  const act = async ({ slug }: CatalogEdition, run: () => Promise<void>) => {
    busy.value = new Set(busy.value).add(slug);
    try {
      await run();
    } catch (error) {
      const isOld = error instanceof LecternProblem && error.code === 'forbidden' && mayInstall;
      toasts.show({
        text: isOld ? strings.signInFirst : toMessage(error),
        kind: 'problem',
        ...(isOld && { action: { label: strings.signInAgain, run: signInAgain } }),
      });
      await load();
    } finally {
      busy.value = new Set([...busy.value].filter((each) => each !== slug));
    }
  };

  const change = (edition: CatalogEdition, wanted: boolean) =>
    act(edition, async () => {
      const { slug, name } = edition;
      await setEnabled(session, slug, wanted);
      const slugs = new Set(enabled.value);
      if (wanted) slugs.add(slug);
      else slugs.delete(slug);
      enabled.value = slugs;
      toasts.show({
        text: wanted ? strings.enabledNow(name) : strings.disabledNow(name),
        action: { label: strings.undo, run: () => change(edition, !wanted) },
      });
    });

  const install = (edition: CatalogEdition) =>
    act(edition, async () => {
      const { slug, name } = edition;
      const setJob = (job: EditionJob | null) => {
        const others = [...installing.value].filter(([each]) => each !== slug);
        installing.value = new Map(job ? [...others, [slug, job]] : others);
      };
      const { state } = await installFreeEdition(slug, setJob).finally(() => setJob(null));
      if (state !== 'done') {
        const action = { label: strings.showReason, run: () => location.assign(EDITIONS_PATH) };
        toasts.show({ text: strings.notInstalledNow(name), kind: 'problem', action });
        return;
      }
      await setEnabled(session, slug, true);
      await load();
      toasts.show({
        text: strings.installedNow(name),
        action: { label: strings.undo, run: () => uninstall(edition) },
      });
    });

  const uninstall = (edition: CatalogEdition) =>
    act(edition, async () => {
      const { slug, name } = edition;
      await setEnabled(session, slug, false);
      const isRemoved = await removeUnusedEdition(slug);
      await load();
      toasts.show({ text: isRemoved ? strings.uninstalledNow(name) : strings.disabledNow(name) });
    });

  const shown = useComputed(() =>
    (editions.value ?? []).filter((edition) =>
      matchEdition(edition, {
        text: text.value,
        language: language.value,
        filter: filter.value,
        enabled: enabled.value.has(edition.slug),
      }),
    ),
  );
  const clear = () => {
    text.value = '';
    language.value = '';
    filter.value = 'all';
  };

  return (
    <>
      <div class="page-head">
        <div>
          <h1>{strings.title}</h1>
          <p class="library-intro">{strings.intro}</p>
        </div>
        {page.administrator && (
          <div class="page-acts">
            <a class="button" href={EDITIONS_PATH}>
              {strings.manage}
            </a>
          </div>
        )}
      </div>
      <LoadProblem problem={problem.value} load={load} />
      {editions.value !== null && (
        <>
          <search class="library-tools">
            <input
              type="search"
              aria-label={strings.search}
              placeholder={strings.searchHint}
              value={text.value}
              onInput={(event) => {
                text.value = event.currentTarget.value;
              }}
            />
            <select
              aria-label={strings.language}
              value={language.value}
              onChange={(event) => {
                language.value = event.currentTarget.value;
              }}
            >
              <option value="">{strings.allLanguages}</option>
              {[...new Set(editions.value.map((each) => each.language))].map((code) => (
                <option key={code} value={code}>
                  {languageName(code, page.language, strings.otherLanguage)}
                </option>
              ))}
            </select>
            <fieldset class="segmented" aria-label={strings.show}>
              {FILTERS.map((each) => (
                <button
                  key={each}
                  type="button"
                  aria-pressed={filter.value === each}
                  onClick={() => {
                    filter.value = each;
                  }}
                >
                  {strings.filters[each]}
                </button>
              ))}
            </fieldset>
          </search>
          {enabled.value.size === 0 && (
            <p class="library-note">
              {editions.value.some(({ installed }) => installed) ? strings.empty : strings.nothingInstalled}
            </p>
          )}
          <p class="meta" role="status">
            {strings.count(shown.value.length)}
          </p>
          {shown.value.length === 0 ? (
            <div class="empty">
              <p>{strings.noMatch}</p>
              <button type="button" onClick={clear}>
                {strings.clear}
              </button>
            </div>
          ) : (
            <ul class="resource-list library-list">
              {shown.value.map((edition) => (
                <EditionRow
                  key={edition.slug}
                  edition={edition}
                  revision={revisions.get(edition.slug)}
                  language={languageName(edition.language, page.language, strings.otherLanguage)}
                  enabled={enabled.value.has(edition.slug)}
                  busy={busy.value.has(edition.slug)}
                  job={installing.value.get(edition.slug) ?? null}
                  onInstall={mayInstall ? () => void install(edition) : null}
                  onChange={
                    mayChange
                      ? (wanted) => {
                          if (wanted) void change(edition, true);
                          else removing.value = edition;
                        }
                      : null
                  }
                />
              ))}
            </ul>
          )}
        </>
      )}
      {removing.value && (
        <ConfirmRemoval
          edition={removing.value}
          isLast={enabled.value.size === 1}
          onClose={() => {
            removing.value = null;
          }}
          onConfirm={() => change(removing.value!, false)}
        />
      )}
    </>
  );
}

/** Opens the sign-in, which returns to this page. */
const signInAgain = () => {
  location.assign(`/sign-in?${new URLSearchParams({ next: location.pathname, again: '1' })}`);
};

function languageName(code: string, language: string, other: string): string {
  return code === 'und' ? other : (new Intl.DisplayNames(language, { type: 'language' }).of(code) ?? code);
}
