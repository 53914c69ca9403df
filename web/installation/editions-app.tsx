import { useSignal } from '@preact/signals';
import { useEffect, useMemo } from 'preact/hooks';
import { LecternProblem } from '../../clients/typescript/src/index.ts';
import {
  EDITIONS_PATH,
  type EditionJob,
  type EditionsPage,
  type EditionsState,
  isRunningState,
  type ListedEdition,
} from '../../src/contract/edition-jobs.ts';
import type { EditionsStrings } from '../../src/locales/en/editions.ts';
import { summarizeProblem } from '../session/describe-problem.tsx';
import { pollWhileVisible } from '../session/poll-while-visible.ts';
import { sendConsoleRequest } from '../session/send-console-request.ts';
import { useUiStrings } from '../ui/ui-strings.ts';
import { type EditionsContext, EditionsProvider } from './editions-context.ts';
import { FileDrop } from './file-drop.tsx';
import { FreeEditions } from './free-editions.tsx';
import { InstalledEditions } from './installed-editions.tsx';
import { JobCard } from './job-card.tsx';
import { Uploads } from './uploads.ts';

const POLL_MS = 700;

interface Props {
  readonly page: EditionsPage;
  readonly strings: EditionsStrings;
}

/** Returns whether the session has ended or is too old. A restricted account is refused with another code. */
const needsSignIn = (error: unknown): boolean =>
  error instanceof LecternProblem && (error.status === 401 || error.code === 'forbidden');

/** Renders the administrators' page of editions. */
export function EditionsApp({ page, strings }: Props) {
  const ui = useUiStrings();
  const jobs = useSignal<readonly EditionJob[]>([]);
  const editions = useSignal<readonly ListedEdition[]>([]);
  const loaded = useSignal(false);
  const message = useSignal<EditionsContext['message']['value']>(null);
  const mustSignIn = useSignal(false);

  const context = useMemo<EditionsContext>(() => {
    const onProblem = (error: unknown) => {
      if (needsSignIn(error)) mustSignIn.value = true;
      else message.value = { text: summarizeProblem(error, ui), isProblem: true };
    };
    const reload = async () => {
      try {
        const state = await sendConsoleRequest<EditionsState>(page.csrf, 'GET', `${EDITIONS_PATH}/state`);
        jobs.value = state.jobs;
        editions.value = state.editions;
        loaded.value = true;
      } catch (error) {
        onProblem(error);
      }
    };
    return {
      page,
      strings,
      jobs,
      editions,
      message,
      reload,
      uploads: new Uploads({ csrf: page.csrf, onProblem, onEnd: () => void reload() }),
      async send(method, path, body) {
        message.value = null;
        try {
          return await sendConsoleRequest(page.csrf, method, `${EDITIONS_PATH}${path}`, body);
        } catch (error) {
          onProblem(error);
          return null;
        }
      },
    };
  }, [page, strings]);

  useEffect(() => void context.reload(), []);
  // Only once the jobs are known: the files of all other uploads are forgotten.
  useEffect(() => {
    if (loaded.value) void context.uploads.resumeAll(jobs.value);
  }, [loaded.value]);

  const isRunning = jobs.value.some(({ state }) => isRunningState(state));
  useEffect(() => {
    if (!isRunning || mustSignIn.value) return;
    return pollWhileVisible(async () => {
      try {
        const next = await sendConsoleRequest<{ jobs: EditionJob[] }>(page.csrf, 'GET', `${EDITIONS_PATH}/jobs`);
        const wereRunning = jobs.value.filter(({ state }) => isRunningState(state)).map(({ id }) => id);
        jobs.value = next.jobs;
        if (next.jobs.some(({ id, state }) => state === 'done' && wereRunning.includes(id))) void context.reload();
      } catch (error) {
        // The next poll tries again, unless the person has to sign in.
        if (needsSignIn(error)) mustSignIn.value = true;
      }
    }, POLL_MS);
  }, [isRunning, mustSignIn.value]);

  return (
    <EditionsProvider value={context}>
      <p class="editions-intro">{strings.intro}</p>
      {mustSignIn.value && (
        <div class="editions-notice" role="alert">
          <p>{strings.signIn}</p>
          <a class="button primary" href={`/sign-in?next=${EDITIONS_PATH}`}>
            {strings.signInAgain}
          </a>
        </div>
      )}
      {message.value && (
        <p
          class={message.value.isProblem ? 'editions-notice problem' : 'editions-notice'}
          role={message.value.isProblem ? 'alert' : 'status'}
        >
          {message.value.text}
        </p>
      )}
      {loaded.value ? (
        <>
          <FileDrop />
          {jobs.value.length > 0 && (
            <section aria-labelledby="jobs-title">
              <h2 id="jobs-title">{strings.jobs.title}</h2>
              <ul class="job-list">
                {jobs.value.map((job) => (
                  <JobCard key={job.id} job={job} />
                ))}
              </ul>
            </section>
          )}
          <InstalledEditions />
          <FreeEditions />
        </>
      ) : (
        message.value?.isProblem && (
          <button type="button" onClick={context.reload}>
            {strings.tryAgain}
          </button>
        )
      )}
    </EditionsProvider>
  );
}
