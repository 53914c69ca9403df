import type { EditionJob } from '../../src/contract/edition-jobs.ts';
import { useEditions } from './editions-context.ts';

/** Renders the button that cancels a job, or dismisses one that is done. */
export function CancelJob({ job }: { readonly job: EditionJob }) {
  const { strings: all, uploads, send, reload } = useEditions();
  return (
    <button
      type="button"
      onClick={async () => {
        await uploads.forget(job);
        await send('DELETE', `/jobs/${job.id}`);
        await reload();
      }}
    >
      {job.state === 'done' ? all.jobs.dismiss : all.jobs.cancel}
    </button>
  );
}
