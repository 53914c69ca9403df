import type { ConsoleStrings } from '../../../src/locales/en/console/index.ts';
import { describeRefusal, type ProblemMessage } from '../../session/describe-problem.tsx';
import { CONSOLE_COMMANDS } from '../commands/commands.ts';
import { keyNamesFor } from '../commands/key-names.ts';
import type { Strip } from '../live/strip.ts';
import { useConsole } from '../state/console-context.ts';

/** Renders the line between bar and panes: refusals, questions, and other clients' changes. */
export function StripView() {
  const context = useConsole();
  const { live, strings } = context;
  const { value: strip } = live.strip;
  const isQuestion = strip?.kind === 'overtaken' || strip?.kind === 'asks';
  return (
    <div class="strip" data-kind={strip?.kind} role={isQuestion ? 'alert' : 'status'}>
      {strip && (
        <>
          <span class="strip-text">{toStripText(strip, strings)}</span>
          {isQuestion && (
            <button type="button" class="strip-do" onClick={() => live.confirm()}>
              {strip.action.label} <kbd>{strings.keys.caps.Enter}</kbd>
            </button>
          )}
          {strip.kind === 'kept' && (
            <button type="button" class="strip-do" onClick={() => CONSOLE_COMMANDS.takeBack(context)}>
              {strings.keys.names.takeBack} <kbd>{keyNamesFor('takeBack', strings.keys.caps)[0]}</kbd>
            </button>
          )}
          <button type="button" class="quiet" onClick={() => live.dismiss()}>
            {isQuestion ? strings.strip.keep : strings.strip.close} <kbd>{strings.keys.caps.Escape}</kbd>
          </button>
        </>
      )}
    </div>
  );
}

function toStripText(strip: Strip, { strip: strings, dialogs }: ConsoleStrings): ProblemMessage {
  switch (strip.kind) {
    case 'overtaken':
      return (strip.action.takes === 'undo' ? strings.undoes : strings.overtaken)(
        strip.changed?.by ?? strings.somebody,
        strip.shown ?? strings.nothing,
        secondsSince(strip),
      );
    case 'asks':
      return strings.asks(strip.action.label);
    case 'refused':
      return (
        <>
          {strip.label}: {describeRefusal(strip.problem, dialogs)}
        </>
      );
    case 'not-sent':
      return strings.notSent(strip.label);
    case 'unknown':
      return strings.unknown(strip.label);
    case 'changed':
      return strings.changed(strip.changed?.by ?? strings.somebody, strip.shown ?? strings.nothing);
    case 'watching':
      return strings.watching;
    case 'kept':
      return strings.kept(strip.text);
    case 'said':
      return strip.text as ProblemMessage;
  }
}

const secondsSince = ({ changed }: Strip & { kind: 'overtaken' }): number =>
  changed ? Math.max(0, Math.round((Date.now() - Date.parse(changed.at)) / 1_000)) : 0;
