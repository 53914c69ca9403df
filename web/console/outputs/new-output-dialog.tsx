import { useSignal } from '@preact/signals';
import { CONSOLE_PAIRING_PATH, type ConsoleScreen } from '../../../src/contract/console-page.ts';
import { sendConsoleRequest } from '../../session/send-console-request.ts';
import { useSubmit } from '../../ui/use-submit.ts';
import { ConsoleDialog } from '../dialogs/console-dialog.tsx';
import type { LiveOutput } from '../live/live-lists.ts';
import { useConsole } from '../state/console-context.ts';
import { formatTimeOfDay } from '../state/format-time-of-day.ts';
import { OUTPUT_VIEWS } from './output-views.ts';

interface Props {
  /** Pairing code of a screen. The person still confirms which screen it is. */
  readonly code?: string | undefined;
  readonly view?: LiveOutput['view'] | undefined;
}

/**
 * Renders the dialog that creates an output: one with its own address, or one for the screen that shows a pairing code.
 */
export function NewOutputDialog(props: Props) {
  const { strings, session, live, lists, dialog, page } = useConsole();
  const { busy, problem, run } = useSubmit();
  const name = useSignal(strings.outputs.defaultName);
  const view = useSignal<LiveOutput['view']>(props.view ?? 'screen');
  const code = useSignal(props.code ?? '');
  const screen = useSignal<ConsoleScreen | null>(null);
  const typed = code.value.trim();

  const findScreen = () =>
    run(async () => {
      screen.value = await sendConsoleRequest<ConsoleScreen>(page.csrf, 'POST', CONSOLE_PAIRING_PATH, { code: typed });
    });
  const create = () =>
    run(async () => {
      const { data } = await session.client.POST('/v1/lives/{live_id}/outputs', {
        params: { path: { live_id: live.liveId } },
        body: { name: name.value.trim(), view: view.value, ...(typed !== '' && { pairing_code: typed }) },
      });
      await lists.readOutputs();
      const overlay = view.value === 'lower-third';
      dialog.value = typed === '' ? { kind: 'address', name: data.name, url: data.url, overlay } : null;
      if (typed !== '') live.showMessage(strings.outputs.connected(data.name));
    });
  const needsScreen = typed !== '' && !screen.value;

  return (
    <ConsoleDialog title={strings.outputs.new}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          void (needsScreen ? findScreen() : create());
        }}
      >
        <label>
          {strings.outputs.name}
          <input
            type="text"
            required
            maxLength={100}
            value={name.value}
            onInput={({ currentTarget }) => {
              name.value = currentTarget.value;
            }}
          />
        </label>
        <label>
          {strings.outputs.view}
          <select
            value={view.value}
            onChange={({ currentTarget }) => {
              view.value = currentTarget.value as LiveOutput['view'];
            }}
          >
            {OUTPUT_VIEWS.map((each) => (
              <option key={each} value={each}>
                {strings.outputs.views[each]}
              </option>
            ))}
          </select>
        </label>
        <label>
          {strings.outputs.code}
          <input
            type="text"
            autocomplete="off"
            autocapitalize="characters"
            spellcheck={false}
            maxLength={12}
            value={code.value}
            placeholder={strings.outputs.codeHint}
            onInput={({ currentTarget }) => {
              code.value = currentTarget.value;
              screen.value = null;
            }}
          />
        </label>
        {screen.value && (
          <p class="paired-screen" role="status">
            {strings.outputs.screen(
              screen.value.address,
              formatTimeOfDay(new Date(screen.value.shown_at), page.language),
            )}
          </p>
        )}
        {problem.value && (
          <p class="dialog-problem" role="alert">
            {problem.value}
          </p>
        )}
        <div class="dialog-acts">
          <button type="submit" class="primary" disabled={busy.value}>
            {needsScreen ? strings.outputs.look : typed === '' ? strings.outputs.create : strings.outputs.connect}
          </button>
        </div>
      </form>
    </ConsoleDialog>
  );
}
