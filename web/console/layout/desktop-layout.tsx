import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { Bar } from '../bar/bar.tsx';
import { FindPane } from '../find/find-pane.tsx';
import { OnAirPane } from '../on-air/on-air-pane.tsx';
import { QueuePane } from '../queue/queue-pane.tsx';
import { useConsole } from '../state/console-context.ts';
import { StatusBar } from '../status/status-bar.tsx';
import { StripView } from '../strip/strip-view.tsx';
import { type PaneName, PaneTabs } from './pane-tabs.tsx';
import { screenSize } from './screen-size.ts';

/** Renders status, bar and panes: all panes at once, or one at a time on narrow windows. */
export function DesktopLayout() {
  const { bar } = useConsole();
  const pane = useSignal<PaneName>('find');
  const isNarrow = screenSize.value === 'tablet';
  const isTyping = bar.text.value !== '';
  useEffect(() => {
    if (isTyping) pane.value = 'find';
  }, [isTyping]);
  return (
    <div class="console" data-pane={isNarrow ? pane.value : undefined}>
      <StatusBar />
      <Bar />
      <StripView />
      {isNarrow && (
        <PaneTabs
          pane={pane.value}
          choose={(next) => {
            pane.value = next;
          }}
        />
      )}
      <main class="panes">
        <FindPane />
        <QueuePane />
        <OnAirPane />
      </main>
    </div>
  );
}
