import type { ConsoleStrings } from '../../../src/locales/en/console/index.ts';
import type { Strip } from '../live/strip.ts';
import { useConsole } from '../state/console-context.ts';

/** The line between bar and panes: what was refused, what asks, what others did. */
export function StripView() {
  const { live, words } = useConsole();
  const { value: strip } = live.strip;
  const asks = strip?.kind === 'overtaken' || strip?.kind === 'asks';
  return (
    <div class="strip" data-kind={strip?.kind} role={asks ? 'alert' : 'status'}>
      {strip && (
        <>
          <span class="strip-text">{textOf(strip, words.strip)}</span>
          {asks && (
            <button type="button" class="strip-do" onClick={() => live.confirm()}>
              {strip.act.label} <kbd>{words.keys.caps.Enter}</kbd>
            </button>
          )}
          <button type="button" class="quiet" onClick={() => live.dismiss()}>
            {asks ? words.strip.keep : words.strip.close} <kbd>{words.keys.caps.Escape}</kbd>
          </button>
        </>
      )}
    </div>
  );
}

function textOf(strip: Strip, words: ConsoleStrings['strip']): string {
  switch (strip.kind) {
    case 'overtaken':
      return words.overtaken(strip.changed?.by ?? words.somebody, strip.shown ?? words.nothing, secondsSince(strip));
    case 'asks':
      return words.asks(strip.act.label);
    case 'refused':
      return `${strip.label}: ${strip.detail}`;
    case 'not-sent':
      return words.notSent(strip.label);
    case 'unknown':
      return words.unknown(strip.label);
    case 'changed':
      return words.changed(strip.changed?.by ?? words.somebody, strip.shown ?? words.nothing);
    case 'watching':
      return words.watching;
    case 'said':
      return strip.text;
  }
}

const secondsSince = ({ changed }: Strip & { kind: 'overtaken' }): number =>
  changed ? Math.max(0, Math.round((Date.now() - Date.parse(changed.at)) / 1_000)) : 0;
