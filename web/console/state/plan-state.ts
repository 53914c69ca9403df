import { effect, type ReadonlySignal, signal } from '@preact/signals';
import { LecternProblem } from '../../../clients/typescript/src/index.ts';
import type { ConsoleStrings } from '../../../src/locales/en/console/index.ts';
import type { ProblemMessage } from '../../session/describe-problem.tsx';
import {
  openPlansClient,
  type PlanBody,
  type PlanData,
  type PlanListItem,
  type PlanWithEtag,
} from '../../session/plans-client.ts';
import { sortPlans, toIsoDate } from '../../session/sort-plans.ts';
import type { LiveActions } from '../live/live-actions.ts';
import type { LiveControl } from '../live/live-control.ts';

export type Entries = PlanBody['entries'];

/** Order of service that the Live follows. Its entries are shown only when the operator runs them. [D65] */
export interface PlanState {
  /** The plan, or null if the Live has none or it is not loaded. */
  readonly plan: ReadonlySignal<PlanData | null>;
  /** Other plans of the owner, the coming ones first; null until they are loaded. */
  readonly others: ReadonlySignal<readonly PlanListItem[] | null>;
  /** Appends entries, and creates a plan first if the Live has none. Returns whether it succeeded. */
  append(entries: Entries): Promise<boolean>;
  move(from: number, to: number): Promise<boolean>;
  remove(index: number): Promise<boolean>;
  listOthers(): Promise<void>;
  begin(planId: string, name: string): Promise<boolean>;
  /** Creates an empty plan and starts it. */
  create(): Promise<boolean>;
  close(): void;
}

/** Delay before the plan is read again, so that several changes share one read. */
const SETTLED_MS = 150;

export function openPlan(
  live: LiveControl,
  actions: LiveActions,
  strings: ConsoleStrings['plan'],
  describe: (error: unknown) => ProblemMessage,
  language: string,
): PlanState {
  const client = openPlansClient(live.session);
  const plan = signal<PlanData | null>(null);
  const others = signal<readonly PlanListItem[] | null>(null);
  let known: PlanWithEtag | null = null;
  /** Creation of a plan in progress. Resolves to its id, or to null on failure. */
  let creating: Promise<string | null> | null = null;
  let timer: ReturnType<typeof setTimeout>;

  const adopt = (read: PlanWithEtag | null) => {
    // The Live follows another plan by now.
    if (read && read.plan.id !== live.now.peek()?.plan?.plan_id) return;
    known = read;
    plan.value = read?.plan ?? null;
  };
  const read = async (planId: string) => {
    try {
      adopt(await client.read(planId));
    } catch {
      // The next change triggers another read.
    }
  };
  const stopEffect = effect(() => {
    const { value: now } = live.now;
    const planId = now?.plan?.plan_id;
    clearTimeout(timer);
    if (!planId) return adopt(null);
    timer = setTimeout(() => read(planId), known?.plan.id === planId ? SETTLED_MS : 0);
  });

  /** Edits the entries on top of the current plan, so that concurrent changes are kept. */
  const change = async (planId: string, edit: (entries: Entries) => Entries): Promise<boolean> => {
    try {
      for (let attempt = 0; ; attempt++) {
        const before = attempt === 0 && known?.plan.id === planId ? known : await client.read(planId);
        const { name, date, entries } = before.plan;
        try {
          adopt(await client.replace(planId, before.etag, { name, date, entries: edit(entries as Entries) }));
          return true;
        } catch (error) {
          if (!(error instanceof LecternProblem && error.status === 412 && attempt < 2)) throw error;
        }
      }
    } catch (error) {
      live.showMessage(describe(error));
      return false;
    }
  };
  const edit = (make: (entries: Entries) => Entries): Promise<boolean> =>
    known ? change(known.plan.id, make) : Promise.resolve(false);

  const begin = (planId: string, name: string) => live.run(actions.beginPlan(planId, name));
  const createAndBegin = async (): Promise<string | null> => {
    const today = new Date();
    const name = strings.named(today.toLocaleDateString(language, { dateStyle: 'long' }));
    const date = toIsoDate(today);
    try {
      const made = await client.create({ name, date });
      return (await begin(made.plan.id, name)) ? made.plan.id : null;
    } catch (error) {
      live.showMessage(describe(error));
      return null;
    }
  };

  /** Creates a plan and starts it. Calls in the meantime share the plan. */
  const create = (): Promise<string | null> => {
    creating ??= createAndBegin().finally(() => {
      creating = null;
    });
    return creating;
  };

  const append = async (added: Entries): Promise<boolean> => {
    const planId = live.now.value?.plan?.plan_id ?? (await create());
    if (!planId) return false;
    const done = await change(planId, (entries) => [...entries, ...added]);
    if (done) live.showMessage(strings.added(added.map(({ title }) => title).join(' · ')));
    return done;
  };

  return {
    plan,
    others,
    append,
    move(from, to) {
      const shown = plan.value?.entries ?? [];
      const id = shown[from]?.id;
      // The entry is moved before this one, or to the end. Identifies it by id, because other clients can change the
      // plan in between.
      const before = shown.toSpliced(from, 1)[to]?.id;
      return edit((entries) => {
        const moved = entries.find((entry) => entry.id === id);
        if (!moved) return entries;
        const others = entries.filter((entry) => entry !== moved);
        const index = others.findIndex((entry) => entry.id === before);
        return others.toSpliced(index < 0 ? others.length : index, 0, moved);
      });
    },
    remove(index) {
      const id = plan.value?.entries[index]?.id;
      return edit((entries) => entries.filter((entry) => entry.id !== id));
    },
    async listOthers() {
      try {
        const { coming, past } = sortPlans(await client.list(), toIsoDate(new Date()));
        others.value = [...coming, ...past];
      } catch {
        live.showMessage(strings.failed);
      }
    },
    begin,
    create: async () => (await create()) !== null,
    close() {
      clearTimeout(timer);
      stopEffect();
    },
  };
}
