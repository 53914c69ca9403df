import { useSignal } from '@preact/signals';
import { CONSOLE_PATH, CONSOLE_PLAN_FRAGMENT } from '../../../src/contract/console-page.ts';
import { workspacePath } from '../../../src/contract/workspace-page.ts';
import { DialogFrame } from '../../ui/dialog-frame.tsx';
import { leavePage } from '../../ui/leave-page.ts';
import { useSubmit } from '../../ui/use-submit.ts';
import { useWorkspace } from '../workspace-context.ts';
import type { PlanEditor } from './plan-editor.ts';

/**
 * Renders the button that attaches the plan to a Live and opens its console. With one Live it asks nothing. Nothing
 * reaches the audience. [D65]
 */
export function UsePlanButton({ editor }: { readonly editor: PlanEditor }) {
  const { page, strings, session, toasts } = useWorkspace();
  const texts = strings.plans;
  const { busy, problem, run } = useSubmit();
  const isOpen = useSignal(false);
  const { lives, edited, planId } = editor;

  const attach = async (liveId: string) => {
    const { client } = session;
    // The reason is in the status of the page.
    if (!(await edited.save())) return;
    const path = { live_id: liveId };
    const { data: now } = await client.GET('/v1/lives/{live_id}/now', { params: { path } });
    // A Live that follows the plan already keeps its place in it.
    if (now.plan?.plan_id !== planId) {
      const params = { path, header: { 'if-match': now.etag } };
      await client.PUT('/v1/lives/{live_id}/plan', { params, body: { plan_id: planId } });
    }
    await leavePage(`${CONSOLE_PATH}/${liveId}${CONSOLE_PLAN_FRAGMENT}`);
  };
  const start = async () => {
    if (lives.length !== 1) {
      isOpen.value = true;
      return;
    }
    if (!(await run(() => attach(lives[0]!.id)))) toasts.show({ kind: 'problem', text: problem.value! });
  };

  return (
    <>
      <button type="button" class="primary" title={texts.useMeans} disabled={busy.value} onClick={start}>
        {texts.use}
      </button>
      {isOpen.value && (
        <DialogFrame
          title={texts.useTitle}
          onClose={() => {
            isOpen.value = false;
          }}
        >
          <p>{lives.length === 0 ? texts.noLive : texts.useHint}</p>
          {lives.length === 0 ? (
            <a class="button primary" href={workspacePath(page.owner.id, 'lives')}>
              {texts.toLives}
            </a>
          ) : (
            <ul class="live-choices">
              {lives.map(({ id, name }) => (
                <li key={id}>
                  <button type="button" disabled={busy.value} onClick={() => run(() => attach(id))}>
                    {name}
                  </button>
                </li>
              ))}
            </ul>
          )}
          {problem.value && (
            <p class="dialog-problem" role="alert">
              {problem.value}
            </p>
          )}
        </DialogFrame>
      )}
    </>
  );
}
