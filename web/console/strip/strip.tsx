import type { ConsoleStrings } from '../../../src/locales/en/console/index.ts';
import type { Strip } from '../live/strip.ts';
import { useConsole } from '../state/console-context.ts';

/** The line between bar and panes: what was refused, what asks, what others did. */
export function StripLine() {
  const { live, words } = useConsole();
  const { value: strip } = live.strip;
  return (
    <div class="strip" data-kind={strip?.kind} role="alert">
      {strip && textOf(strip, words.strip)}
    </div>
  );
}

function textOf(strip: Strip, words: ConsoleStrings['strip']): string {
  switch (strip.kind) {
    case 'overtaken':
      return words.overtaken(strip.changed?.by ?? words.somebody, strip.shown ?? words.nothing);
    case 'asks':
      return words.asks(strip.act.label);
    case 'refused':
      return strip.detail;
    case 'not-sent':
      return words.notSent(strip.label);
    case 'unknown':
      return words.unknown(strip.label);
    case 'changed':
      return words.changed(strip.changed?.by ?? words.somebody, strip.shown ?? words.nothing);
    case 'said':
      return strip.text;
  }
}
