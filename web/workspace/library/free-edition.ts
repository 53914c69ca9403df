import { EDITIONS_PATH, type EditionJob, isRunningState } from '../../../src/contract/edition-jobs.ts';
import type { EditionUse } from '../../../src/contract/edition-library.ts';
import type { WorkspacePage } from '../../../src/contract/workspace-page.ts';
import { fetchPageData } from '../../session/page-data.ts';
import { sendConsoleRequest } from '../../session/send-console-request.ts';

const POLL_MS = 700;

/** Returns the current CSRF token of the administrator's requests, which a new sign-in changes. */
async function fetchCsrf(): Promise<string> {
  return ((await fetchPageData()) as WorkspacePage).library?.editionsCsrf ?? '';
}

/**
 * Installs a free edition, and reports each state of the job. Resolves to its last state. Rejects with LecternProblem,
 * or with TypeError.
 */
export async function installFreeEdition(slug: string, report: (job: EditionJob) => void): Promise<EditionJob> {
  const csrf = await fetchCsrf();
  let job = await sendConsoleRequest<EditionJob>(csrf, 'POST', `${EDITIONS_PATH}/install`, { slug });
  while (isRunningState(job.state)) {
    report(job);
    await new Promise((resolve) => setTimeout(resolve, POLL_MS));
    const { jobs } = await sendConsoleRequest<{ jobs: EditionJob[] }>(csrf, 'GET', `${EDITIONS_PATH}/jobs`);
    // A job that is no longer listed was cancelled on the page of editions.
    job = jobs.find(({ id }) => id === job.id) ?? { ...job, state: 'refused' };
  }
  return job;
}

/** Removes an installed edition, unless another library or a Live has it. Returns whether it was removed. */
export async function removeUnusedEdition(slug: string): Promise<boolean> {
  const csrf = await fetchCsrf();
  const use = await sendConsoleRequest<EditionUse>(csrf, 'GET', `${EDITIONS_PATH}/use/${slug}`);
  if (use.organizations + use.accounts + use.lives > 0) return false;
  await sendConsoleRequest(csrf, 'POST', `${EDITIONS_PATH}/remove`, { slug });
  return true;
}
