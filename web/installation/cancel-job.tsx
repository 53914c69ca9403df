import { useSignal } from '@preact/signals';
import type { EditionJob } from '../../src/contract/edition-jobs.ts';
import { ConfirmDialog } from '../ui/confirm-dialog.tsx';
import { useUiStrings } from '../ui/ui-strings.ts';
import { useSubmit } from '../ui/use-submit.ts';
import { useEditions } from './editions-context.ts';

/**
 * Renders the button that cancels a job, or dismisses one that is over. It asks first if an upload that can be imported
 * would be lost.
 */
export function CancelJob({ job }: { readonly job: EditionJob }) {
  const { strings: all, uploads, send, reload } = useEditions();
  const ui = useUiStrings();
  const isAsking = useSignal(false);
  const requests = useSubmit();
  const isUploaded = job.source === 'upload' && ['ready', 'interrupted'].includes(job.state);
  const isOver = job.state === 'done' || (job.source === 'known' && job.state === 'refused');
  const cancel = async () => {
    if (job.state === 'uploading') await uploads.pause(job);
    // If the server refuses or does not respond, the upload can go on.
    if ((await send('DELETE', `/jobs/${job.id}`)) !== null) await uploads.forget(job);
    await reload();
  };
  return (
    <>
      <button
        type="button"
        onClick={() => {
          if (isUploaded) isAsking.value = true;
          else void requests.run(cancel);
        }}
      >
        {isOver ? all.jobs.dismiss : all.jobs.cancel}
      </button>
      {isAsking.value && (
        <ConfirmDialog
          title={all.jobs.cancelTitle(job.name)}
          confirm={all.jobs.cancelNow}
          cancel={ui.close}
          danger
          run={cancel}
          onClose={() => {
            isAsking.value = false;
          }}
        >
          <p>{all.jobs.cancelHint}</p>
        </ConfirmDialog>
      )}
    </>
  );
}
