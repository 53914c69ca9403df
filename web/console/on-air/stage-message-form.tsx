import { useSignal } from '@preact/signals';
import { useConsole } from '../state/console-context.ts';

const MESSAGE_MAX = 500;

/** Renders the form that sends a message to the stage display. The audience does not see it. */
export function StageMessageForm() {
  const { strings, live, session } = useConsole();
  const draft = useSignal<string | null>(null);
  const sent = live.now.value?.stage?.message ?? '';
  if (!live.mayOperate()) return null;
  const text = draft.value ?? sent;

  const send = async (message: string) => {
    const path = { live_id: live.liveId };
    const { value: typed } = draft;
    try {
      const countdown = live.now.value?.stage?.countdown_to ?? null;
      await session.client.PUT('/v1/lives/{live_id}/stage', {
        params: { path },
        body: { message: message.trim() || null, countdown_to: countdown },
      });
      // The next message may have been typed meanwhile.
      if (draft.value === typed) draft.value = null;
    } catch {
      live.showMessage(strings.stage.failed);
    }
  };

  return (
    <form
      class="stage-message"
      onSubmit={(event) => {
        event.preventDefault();
        void send(text);
      }}
    >
      <label for="stage-message">{strings.stage.label}</label>
      <div class="row">
        <input
          id="stage-message"
          type="text"
          maxLength={MESSAGE_MAX}
          placeholder={strings.stage.placeholder}
          value={text}
          onInput={({ currentTarget }) => {
            draft.value = currentTarget.value;
          }}
        />
        <button type="submit" disabled={draft.value === null || text.trim() === sent}>
          {strings.stage.send}
        </button>
        {sent !== '' && (
          <button type="button" class="quiet" onClick={() => send('')}>
            {strings.stage.clear}
          </button>
        )}
      </div>
    </form>
  );
}
