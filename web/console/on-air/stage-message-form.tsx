import { useSignal } from '@preact/signals';
import { useConsole } from '../state/console-context.ts';

const MESSAGE_MAX = 500;

/**
 * Renders the message on the stage display, and the form that sends one. The audience does not see it. After a message
 * is sent, what is typed goes into the bar again.
 */
export function StageMessageForm() {
  const { strings, live, bar, session } = useConsole();
  const draft = useSignal('');
  const sent = live.now.value?.stage?.message ?? '';
  if (!live.mayOperate()) return null;

  const send = async (message: string) => {
    const path = { live_id: live.liveId };
    try {
      const countdown = live.now.value?.stage?.countdown_to ?? null;
      await session.client.PUT('/v1/lives/{live_id}/stage', {
        params: { path },
        body: { message: message.trim() || null, countdown_to: countdown },
      });
    } catch {
      live.showMessage(strings.stage.failed);
      // The next message may have been typed meanwhile.
      if (draft.value === '') draft.value = message;
    }
  };

  return (
    <form
      class="stage-message"
      onSubmit={(event) => {
        event.preventDefault();
        const { value: message } = draft;
        draft.value = '';
        bar.focus();
        void send(message);
      }}
    >
      <label for="stage-message">{strings.stage.label}</label>
      {sent !== '' && (
        <p class="chip stage-sent" title={sent}>
          <bdi>{sent}</bdi>
          <button type="button" class="quiet" aria-label={strings.stage.clear} onClick={() => send('')}>
            ×
          </button>
        </p>
      )}
      <div class="row">
        <input
          id="stage-message"
          type="text"
          maxLength={MESSAGE_MAX}
          placeholder={strings.stage.placeholder}
          value={draft.value}
          onInput={({ currentTarget }) => {
            draft.value = currentTarget.value;
          }}
          onKeyDown={(event) => {
            if (event.key !== 'Escape') return;
            event.preventDefault();
            if (draft.value === '') bar.focus();
            draft.value = '';
          }}
        />
        <button type="submit" disabled={draft.value.trim() === ''}>
          {strings.stage.send}
        </button>
      </div>
    </form>
  );
}
