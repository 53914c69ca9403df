import { keyNamesFor } from '../commands/key-names.ts';
import { PlanList } from '../plan/plan-list.tsx';
import { useConsole } from '../state/console-context.ts';
import { PageList } from './page-list.tsx';
import { SlideList } from './slide-list.tsx';

const LISTS = ['queue', 'plan'] as const;

/** Renders the queue's pages or the presentation's slides, and the plan in a second tab. */
export function QueuePane() {
  const { strings, live, queue, middleList } = useConsole();
  const presents = live.now.value?.mode === 'presentation';
  const names = { queue: presents ? strings.queue.slides : strings.queue.title, plan: strings.plan.title };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'ArrowLeft' && event.key !== 'ArrowRight') return;
    event.preventDefault();
    middleList.value = middleList.value === 'queue' ? 'plan' : 'queue';
    document.getElementById(`tab-${middleList.value}`)?.focus();
  };
  return (
    <section class="pane queue" aria-label={names[middleList.value]}>
      <div
        class="tabs"
        role="tablist"
        aria-label={LISTS.map((name) => names[name]).join(', ')}
        title={keyNamesFor('showList', strings.keys.caps)[0]}
        onKeyDown={onKeyDown}
      >
        {LISTS.map((name) => (
          <button
            key={name}
            id={`tab-${name}`}
            type="button"
            role="tab"
            aria-selected={middleList.value === name}
            aria-controls="list-panel"
            tabIndex={middleList.value === name ? 0 : -1}
            onClick={() => {
              middleList.value = name;
            }}
          >
            {names[name]}
            {name === 'queue' && !presents && queue.total.value > 0 && <span class="count">{queue.total.value}</span>}
          </button>
        ))}
      </div>
      <div id="list-panel" class="list-panel" role="tabpanel" aria-labelledby={`tab-${middleList.value}`}>
        {middleList.value === 'plan' ? <PlanList /> : presents ? <SlideList /> : <PageList />}
      </div>
    </section>
  );
}
