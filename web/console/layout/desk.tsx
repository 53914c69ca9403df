import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { Bar } from '../bar/bar.tsx';
import { Find } from '../find/find.tsx';
import { OnAir } from '../on-air/on-air.tsx';
import { Queue } from '../queue/queue.tsx';
import { useConsole } from '../state/console-context.ts';
import { Status } from '../status/status.tsx';
import { StripLine } from '../strip/strip.tsx';
import { type PaneName, PaneTabs } from './pane-tabs.tsx';
import { screenSize } from './screen-size.ts';

/** Status, bar and panes: all panes, or one at a time where there is less room. */
export function Desk() {
  const { bar } = useConsole();
  const pane = useSignal<PaneName>('find');
  const isNarrow = screenSize.value === 'tablet';
  const isTyping = bar.text.value !== '';
  useEffect(() => {
    if (isTyping) pane.value = 'find';
  }, [isTyping]);
  return (
    <div class="console" data-pane={isNarrow ? pane.value : undefined}>
      <Status />
      <Bar />
      <StripLine />
      {isNarrow && (
        <PaneTabs
          pane={pane.value}
          choose={(next) => {
            pane.value = next;
          }}
        />
      )}
      <main class="panes">
        <Find />
        <Queue />
        <OnAir />
      </main>
    </div>
  );
}
