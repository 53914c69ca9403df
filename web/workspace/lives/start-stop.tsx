import { useSignal } from '@preact/signals';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { useAction } from '../use-action.ts';
import { useWorkspace } from '../workspace-context.ts';
import { useLive } from './live-context.ts';
import { writeWithCurrentEtag } from './write-with-current-etag.ts';

/** Renders the button that starts or stops the Live. Stopping it asks first. */
export function StartStop() {
  const { session, strings } = useWorkspace();
  const { live: texts, delete: common } = strings.lives;
  const { liveId, live, refresh } = useLive();
  const { busy, run } = useAction();
  const isAsking = useSignal(false);
  const isStopped = live.now.status === 'stopped';

  const write = async (status: 'running' | 'stopped') => {
    await writeWithCurrentEtag(
      session,
      liveId,
      () => true,
      (params) => session.client.PATCH('/v1/lives/{live_id}/playback', { params, body: { status } }),
    );
    await refresh();
  };
  return (
    <>
      <button
        type="button"
        disabled={busy.value}
        onClick={() => {
          if (isStopped) void run(() => write('running'));
          else isAsking.value = true;
        }}
      >
        {isStopped ? texts.start : texts.stop}
      </button>
      {isAsking.value && (
        <ConfirmDialog
          title={texts.stopTitle}
          confirm={texts.stop}
          cancel={common.cancel}
          danger
          run={() => write('stopped')}
          onClose={() => {
            isAsking.value = false;
          }}
        >
          <p>{texts.stopHint(live.viewers.viewers)}</p>
        </ConfirmDialog>
      )}
    </>
  );
}
