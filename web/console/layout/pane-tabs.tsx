import { useConsole } from '../state/console-context.ts';

const PANES = ['find', 'queue', 'on-air'] as const;
export type PaneName = (typeof PANES)[number];

interface Props {
  readonly pane: PaneName;
  choose(pane: PaneName): void;
}

/** Renders the tabs that choose the visible pane on narrow windows. */
export function PaneTabs({ pane, choose }: Props) {
  const { strings } = useConsole();
  const names = { find: strings.panes.find, queue: strings.panes.queue, 'on-air': strings.panes.onAir };
  const onKeyDown = (event: KeyboardEvent) => {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (!step) return;
    event.preventDefault();
    const next = PANES[(PANES.indexOf(pane) + step + PANES.length) % PANES.length]!;
    choose(next);
    document.getElementById(`pane-tab-${next}`)?.focus();
  };
  return (
    <div class="pane-tabs tabs" role="tablist" aria-label={strings.panes.console} onKeyDown={onKeyDown}>
      {PANES.map((name) => (
        <button
          key={name}
          id={`pane-tab-${name}`}
          type="button"
          role="tab"
          aria-selected={name === pane}
          tabIndex={name === pane ? 0 : -1}
          onClick={() => choose(name)}
        >
          {names[name]}
        </button>
      ))}
    </div>
  );
}
