import { keyNamesFor } from '../commands/key-names.ts';
import { PlanList } from '../plan/plan-list.tsx';
import { useConsole } from '../state/console-context.ts';
import { PageList } from './page-list.tsx';
import { SlideList } from './slide-list.tsx';

const LISTS = ['queue', 'plan'] as const;

/** The pages of the queue, or the slides of what is presented; behind a tab, the plan. */
export function QueuePane() {
  const { words, live, queue, list } = useConsole();
  const presents = live.now.value?.mode === 'presentation';
  const names = { queue: presents ? words.queue.slides : words.queue.title, plan: words.plan.title };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'ArrowLeft' && event.key !== 'ArrowRight') return;
    event.preventDefault();
    list.value = list.value === 'queue' ? 'plan' : 'queue';
    document.getElementById(`tab-${list.value}`)?.focus();
  };
  return (
    <section class="pane queue" aria-label={names[list.value]}>
      <div class="tabs" role="tablist" onKeyDown={onKeyDown} title={keyNamesFor('showList', words.keys.caps)[0]}>
        {LISTS.map((name) => (
          <button
            key={name}
            id={`tab-${name}`}
            type="button"
            role="tab"
            aria-selected={list.value === name}
            aria-controls="list-panel"
            tabIndex={list.value === name ? 0 : -1}
            onClick={() => {
              list.value = name;
            }}
          >
            {names[name]}
            {name === 'queue' && !presents && queue.total.value > 0 && <span class="count">{queue.total.value}</span>}
          </button>
        ))}
      </div>
      <div id="list-panel" class="list-panel" role="tabpanel" aria-labelledby={`tab-${list.value}`}>
        {list.value === 'plan' ? <PlanList /> : presents ? <SlideList /> : <PageList />}
      </div>
    </section>
  );
}
