import { useSignal } from '@preact/signals';
import { useConsole } from '../state/console-context.ts';

const MESSAGE_MAX = 500;

/** A word to those on stage, which the audience does not see. */
export function StageMessageForm() {
  const { words, live, session } = useConsole();
  const draft = useSignal<string | null>(null);
  const sent = live.now.value?.stage?.message ?? '';
  if (!live.mayOperate()) return null;
  const text = draft.value ?? sent;

  const send = async (message: string) => {
    const path = { live_id: live.liveId };
    try {
      const countdown = live.now.value?.stage?.countdown_to ?? null;
      await session.client.PUT('/v1/lives/{live_id}/stage', {
        params: { path },
        body: { message: message.trim() || null, countdown_to: countdown },
      });
      draft.value = null;
    } catch {
      live.say(words.stage.failed);
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
      <label for="stage-message">{words.stage.label}</label>
      <div class="row">
        <input
          id="stage-message"
          type="text"
          maxLength={MESSAGE_MAX}
          placeholder={words.stage.placeholder}
          value={text}
          onInput={({ currentTarget }) => {
            draft.value = currentTarget.value;
          }}
        />
        <button type="submit" disabled={draft.value === null || text.trim() === sent}>
          {words.stage.send}
        </button>
        {sent !== '' && (
          <button type="button" class="quiet" onClick={() => send('')}>
            {words.stage.clear}
          </button>
        )}
      </div>
    </form>
  );
}
