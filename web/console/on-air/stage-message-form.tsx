import { useSignal } from '@preact/signals';
import { sendStageMessage } from '../commands/send-stage-message.ts';
import { useConsole } from '../state/console-context.ts';

const MESSAGE_MAX = 500;

/**
 * Renders the message on the stage display, and the form that sends one. The audience does not see it. After a message
 * is sent, what is typed goes into the bar again.
 */
export function StageMessageForm() {
  const context = useConsole();
  const { strings, live, bar } = context;
  const draft = useSignal('');
  const sent = live.now.value?.stage?.message ?? '';
  if (!live.mayOperate()) return null;

  const send = async (message: string) => {
    const isSent = await sendStageMessage(context, message);
    // The next message may have been typed meanwhile.
    if (!isSent && draft.value === '') draft.value = message;
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
