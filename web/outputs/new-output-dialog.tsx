import { useSignal } from '@preact/signals';
import {
  CONSOLE_PAIRING_PATH,
  CONSOLE_WAITING_CODES_PATH,
  type ConsoleScreen,
  type FreedCodes,
  toOwnerBody,
} from '../../src/contract/console-page.ts';
import { VIEWS } from '../../src/contract/viewer-views.ts';
import { sendConsoleRequest } from '../session/send-console-request.ts';
import { DialogForm } from '../ui/dialog-form.tsx';
import { DialogFrame } from '../ui/dialog-frame.tsx';
import { formatTimeOfDay } from '../ui/format-time-of-day.ts';
import { NameField } from '../ui/name-field.tsx';
import { useSubmit } from '../ui/use-submit.ts';
import type { LiveOutput } from './live-output.ts';
import { useOutputs } from './outputs-control.ts';
import { ViewField } from './view-field.tsx';

interface Props {
  /** Pairing code of a screen. The person still confirms which screen it is. */
  readonly code?: string | undefined;
  readonly view?: LiveOutput['view'] | undefined;
}

/**
 * Renders the dialog that creates an output: one with its own address, or one for the screen that shows a pairing code.
 */
export function NewOutputDialog(props: Props) {
  const control = useOutputs();
  const { strings, session, liveId, language } = control;
  const requests = useSubmit();
  const name = useSignal(strings.defaultName);
  const view = useSignal<LiveOutput['view']>(props.view ?? 'screen');
  const code = useSignal(props.code ?? '');
  const screen = useSignal<ConsoleScreen | null>(null);
  const freed = useSignal<FreedCodes | null>(null);
  const typed = code.value.trim();

  const findScreen = () =>
    requests.run(async () => {
      screen.value = await sendConsoleRequest<ConsoleScreen>(session.csrf(), 'POST', CONSOLE_PAIRING_PATH, {
        code: typed,
        ...toOwnerBody(session.owner),
      });
    });
  const freeCodes = () =>
    requests.run(async () => {
      freed.value = await sendConsoleRequest<FreedCodes>(session.csrf(), 'DELETE', CONSOLE_WAITING_CODES_PATH);
    });
  const create = () =>
    requests.run(async () => {
      const { data } = await session.client.POST('/v1/lives/{live_id}/outputs', {
        params: { path: { live_id: liveId } },
        body: { name: name.value.trim(), view: view.value, ...(typed !== '' && { pairing_code: typed }) },
      });
      await control.readOutputs();
      const overlay = VIEWS[view.value].surface === 'picture';
      if (typed === '') control.showAddress({ name: data.name, url: data.url, overlay });
      else {
        control.closeDialog();
        control.showMessage(strings.connected(data.name));
      }
    });
  const needsScreen = typed !== '' && !screen.value;

  return (
    <DialogFrame title={strings.new} onClose={control.closeDialog}>
      <DialogForm
        requests={requests}
        submitLabel={needsScreen ? strings.look : typed === '' ? strings.create : strings.connect}
        submit={needsScreen ? findScreen : create}
      >
        <NameField label={strings.name} name={name} />
        <ViewField view={view} />
        <label>
          {strings.code}
          <input
            type="text"
            autocomplete="off"
            autocapitalize="characters"
            spellcheck={false}
            maxLength={12}
            value={code.value}
            placeholder={strings.codeHint}
            onInput={({ currentTarget }) => {
              code.value = currentTarget.value;
              screen.value = null;
            }}
          />
        </label>
        <details class="wide">
          <summary>{strings.noCode}</summary>
          <p>{strings.noCodeHint}</p>
          <div class="row">
            <button type="button" disabled={requests.busy.value} onClick={freeCodes}>
              {strings.freeCodes}
            </button>
            <span role="status">{freed.value && strings.freedCodes(freed.value.freed)}</span>
          </div>
        </details>
        {screen.value && (
          <p class="paired-screen" role="status">
            {strings.screen(screen.value.address, formatTimeOfDay(new Date(screen.value.shown_at), language))}
          </p>
        )}
      </DialogForm>
    </DialogFrame>
  );
}
