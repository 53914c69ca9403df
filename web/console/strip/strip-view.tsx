import { isLiveHidden } from '../../session/audience-state.ts';
import { describeRefusal, type ProblemMessage } from '../../session/describe-problem.tsx';
import { CONSOLE_COMMANDS } from '../commands/commands.ts';
import { keyNamesFor } from '../commands/key-names.ts';
import type { Strip } from '../live/strip.ts';
import { type ConsoleContext, useConsole } from '../state/console-context.ts';
import { nameAuthor } from './name-author.ts';

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
          <span class="strip-text">{toStripText(strip, context)}</span>
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

function toStripText(
  strip: Strip,
  { strings: { strip: strings, dialogs }, page, live }: ConsoleContext,
): ProblemMessage {
  switch (strip.kind) {
    case 'overtaken': {
      const { action, changed, shown } = strip;
      const by = nameAuthor(changed, strings);
      const ago = formatAgo(changed?.at ?? new Date().toISOString(), page.language);
      if (action.takes === 'undo') return strings.undoes(by, shown ?? strings.nothing, ago);
      const isHidden = isLiveHidden(live.now.value);
      return (
        <>
          {isHidden ? strings.hid(by, ago) : shown ? strings.showed(by, shown, ago) : strings.cleared(by, ago)}{' '}
          <span class="strip-keys">{action.takes === 'screen' ? strings.keysShow : strings.keysDo}</span>
        </>
      );
    }
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
      return strings.changed(nameAuthor(strip.changed, strings), strip.shown ?? strings.nothing);
    case 'watching':
      return strings.watching;
    case 'kept':
      return strings.kept(strip.text);
    case 'said':
      return strip.text as ProblemMessage;
  }
}

/** Formats a recent time as "2 seconds ago". */
function formatAgo(at: string, language: string): string {
  const seconds = Math.max(1, Math.round((Date.now() - Date.parse(at)) / 1_000));
  const format = new Intl.RelativeTimeFormat(language);
  return seconds < 60 ? format.format(-seconds, 'second') : format.format(-Math.round(seconds / 60), 'minute');
}
