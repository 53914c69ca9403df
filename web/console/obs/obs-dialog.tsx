import { useSignal } from '@preact/signals';
import { CONSOLE_OBS_PARAMETER, OBS_PORT, OBS_PORT_MAX, OBS_PORT_MIN } from '../../../src/contract/console-page.ts';
import { DialogForm } from '../../ui/dialog-form.tsx';
import { ConsoleDialog } from '../dialogs/console-dialog.tsx';
import { useConsole } from '../state/console-context.ts';
import { type ObsLink, obsLinkOf } from './obs-link.ts';
import { CONTENTS, type SceneChoice } from './obs-machine.ts';
import { PASSWORD_MAX } from './obs-settings.ts';
import { obsStrings } from './obs-strings.ts';

/** Renders the dialog that connects the console with OBS on the same computer, and chooses its scenes. */
export function ObsDialog() {
  const { live, page, strings } = useConsole();
  const link = obsLinkOf(live);
  const { hint, states } = obsStrings(page.language);
  const isOn = link.settings.value.password !== null;
  return (
    <ConsoleDialog title={strings.obs.title}>
      <p>{hint}</p>
      {link.port === null ? (
        <PortForm />
      ) : (
        <>
          <p role="status">{states[link.state.value](link.port)}</p>
          {!isOn || link.state.value === 'refused' ? <PasswordForm link={link} /> : <SceneForm link={link} />}
        </>
      )}
    </ConsoleDialog>
  );
}

/** Opens the console at the address whose policy allows the connection. */
function PortForm() {
  const { page } = useConsole();
  const strings = obsStrings(page.language);
  const port = useSignal(`${OBS_PORT}`);
  const open = () => {
    const address = new URL(location.href);
    address.searchParams.set(CONSOLE_OBS_PARAMETER, port.value);
    location.assign(address);
  };
  return (
    <DialogForm submitLabel={strings.open} submit={open}>
      <p>{strings.openHint}</p>
      <label>
        {strings.port}
        <input
          type="number"
          required
          min={OBS_PORT_MIN}
          max={OBS_PORT_MAX}
          value={port.value}
          onInput={({ currentTarget }) => {
            port.value = currentTarget.value;
          }}
        />
      </label>
    </DialogForm>
  );
}

function PasswordForm({ link }: { readonly link: ObsLink }) {
  const { page } = useConsole();
  const strings = obsStrings(page.language);
  const password = useSignal('');
  return (
    <DialogForm submitLabel={strings.connect} submit={() => link.connect(password.value)}>
      <label>
        {strings.password}
        <input
          type="password"
          autoComplete="off"
          maxLength={PASSWORD_MAX}
          value={password.value}
          onInput={({ currentTarget }) => {
            password.value = currentTarget.value;
          }}
        />
      </label>
      <p>{strings.passwordHint}</p>
    </DialogForm>
  );
}

const toValue = (choice: SceneChoice) => (typeof choice === 'object' ? `scene:${choice.scene}` : choice);
const toChoice = (value: string): SceneChoice =>
  value === 'keep' || value === 'back' ? value : { scene: value.slice('scene:'.length) };

function SceneForm({ link }: { readonly link: ObsLink }) {
  const { page } = useConsole();
  const strings = obsStrings(page.language);
  const scenes = link.scenes.value;
  const { choices } = link.settings.value;
  return (
    <DialogForm
      submitLabel={null}
      submit={() => undefined}
      otherButtons={
        <button type="button" onClick={link.disconnect}>
          {strings.disconnect}
        </button>
      }
    >
      {CONTENTS.map((content) => {
        const choice = choices[content];
        const missing = typeof choice === 'object' && !scenes.includes(choice.scene) ? choice.scene : null;
        return (
          <label key={content}>
            {strings.contents[content]}
            <select
              value={toValue(choice)}
              onChange={({ currentTarget }) => link.choose(content, toChoice(currentTarget.value))}
            >
              <option value="keep">{strings.keep}</option>
              {content === 'nothing' && <option value="back">{strings.back}</option>}
              {missing !== null && <option value={`scene:${missing}`}>{strings.missing(missing)}</option>}
              {scenes.map((scene) => (
                <option key={scene} value={`scene:${scene}`}>
                  {scene}
                </option>
              ))}
            </select>
          </label>
        );
      })}
    </DialogForm>
  );
}
