import { useSignal } from '@preact/signals';
import { workspacePath } from '../../../src/contract/workspace-page.ts';
import { describeShown } from '../../session/audience-state.ts';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { leavePage } from '../../ui/leave-page.ts';
import { useWorkspace } from '../workspace-context.ts';
import { useLive } from './live-context.ts';
import { LiveOvertakenError, writeWithCurrentEtag } from './write-with-current-etag.ts';

/** Renders the button that deletes the Live. While it is on air, the person must type its name. */
export function DeleteSection() {
  const { page, session, strings } = useWorkspace();
  const texts = strings.lives.delete;
  const { liveId, live, refresh } = useLive();
  const isAsking = useSignal(false);
  if (!session.scopes.value.has('live.delete')) return null;
  const { now, viewers, outputs } = live;
  const connected = outputs.filter(({ connections }) => connections > 0).length;

  const remove = async () => {
    const wasShowing = now.showing;
    try {
      await writeWithCurrentEtag(
        session,
        liveId,
        // Content that came on air after the question needs the stricter one.
        (current) => wasShowing || !current.showing,
        (params) => session.client.DELETE('/v1/lives/{live_id}', { params }),
      );
    } catch (error) {
      if (!(error instanceof LiveOvertakenError)) throw error;
      await refresh();
      return texts.overtaken;
    }
    await leavePage(workspacePath(page.owner.id, 'lives'));
    return null;
  };
  return (
    <section class="live-section" aria-labelledby="delete-title">
      <h2 id="delete-title">{strings.lives.live.sections.delete}</h2>
      <div class="section-body">
        <p>{texts.text}</p>
        <button
          type="button"
          class="danger"
          onClick={() => {
            isAsking.value = true;
          }}
        >
          {texts.button}
        </button>
      </div>
      {isAsking.value && (
        <ConfirmDialog
          title={texts.title(now.name)}
          confirm={texts.confirm}
          cancel={texts.cancel}
          danger
          typed={now.showing ? { text: now.name, label: texts.type(now.name) } : undefined}
          run={remove}
          onClose={() => {
            isAsking.value = false;
          }}
        >
          <p>{texts.text}</p>
          {now.showing && <p class="warning">{texts.onAir(describeShown(now) ?? now.name, viewers.viewers)}</p>}
          {connected > 0 && <p class="warning">{texts.outputs(connected)}</p>}
        </ConfirmDialog>
      )}
    </section>
  );
}
