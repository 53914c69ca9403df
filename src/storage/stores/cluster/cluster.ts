import type { BudgetStore } from './budgets.ts';
import type { ChangeFeed } from './changes.ts';
import type { WatchStore } from './watches.ts';

export interface Cluster {
  readonly changes: ChangeFeed;
  readonly watches: WatchStore;
  readonly budgets: BudgetStore;
}
