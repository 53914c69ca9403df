import { batch, effect, type ReadonlySignal, type Signal, signal } from '@preact/signals';
import { LecternProblem } from '../../../clients/typescript/src/index.ts';
import type { ConsoleStrings } from '../../../src/locales/en/console/index.ts';
import type { LiveActions, PassageInput } from '../live/live-actions.ts';
import type { LiveControl } from '../live/live-control.ts';
import {
  openPlansClient,
  type PlanBody,
  type PlanData,
  type PlanListItem,
  type PlanWithEtag,
} from '../live/plans-client.ts';

type Entries = PlanBody['entries'];

/** A passage with the name that it has in the plan. */
interface NamedPassage {
  readonly reference: string;
  readonly passages: readonly PassageInput[];
}

/** The order of service that the Live follows: nothing of it is shown before somebody runs an entry. [D65] */
export interface PlanState {
  /** Null where the Live follows none, or it is not read yet. */
  readonly plan: ReadonlySignal<PlanData | null>;
  /** By its place in the plan. */
  readonly selected: Signal<number | null>;
  /** The plans of the owner, to begin one. Null until they are listed. */
  readonly others: ReadonlySignal<readonly PlanListItem[] | null>;
  /** Adds passages at the end; begins a plan where the Live follows none. True when it was done. */
  add(passages: readonly NamedPassage[]): Promise<boolean>;
  /** The references in a text that name a passage which exists. Rejects with LecternProblem, or TypeError without an answer. [D66] */
  extract(text: string): Promise<readonly NamedPassage[]>;
  /** Moves an entry. */
  move(from: number, to: number): Promise<boolean>;
  remove(index: number): Promise<boolean>;
  listOthers(): Promise<void>;
  begin(planId: string, name: string): Promise<boolean>;
  /** Makes an empty plan, and begins it. */
  create(): Promise<boolean>;
  close(): void;
}

/** Several changes are read once. */
const SETTLED_MS = 150;

export function openPlan(
  live: LiveControl,
  acts: LiveActions,
  words: ConsoleStrings['plan'],
  language: string,
): PlanState {
  const client = openPlansClient(live.session);
  const plan = signal<PlanData | null>(null);
  const selected = signal<number | null>(null);
  const others = signal<readonly PlanListItem[] | null>(null);
  let known: PlanWithEtag | null = null;
  let timer: ReturnType<typeof setTimeout>;

  const take = (read: PlanWithEtag | null) => {
    const id = plan.peek()?.entries[selected.peek() ?? -1]?.id;
    const moved = read?.plan.entries.findIndex((entry) => entry.id === id) ?? -1;
    known = read;
    // What is selected stays selected where others change the plan. In place of an entry that is gone, the next one is.
    batch(() => {
      plan.value = read?.plan ?? null;
      if (moved >= 0) selected.value = moved;
      else if ((selected.peek() ?? 0) >= (read?.plan.entries.length ?? 0)) selected.value = null;
    });
  };
  const read = async (planId: string) => {
    try {
      take(await client.read(planId));
    } catch {
      // The next change reads it again.
    }
  };
  const endFollowing = effect(() => {
    const { value: now } = live.now;
    const planId = now?.plan?.plan_id;
    clearTimeout(timer);
    if (!planId) return take(null);
    timer = setTimeout(() => read(planId), known?.plan.id === planId ? SETTLED_MS : 0);
  });

  /** Changes the entries on top of what they are now; somebody else's change in between is kept. */
  const change = async (planId: string, edit: (entries: Entries) => Entries): Promise<boolean> => {
    try {
      for (let attempt = 0; ; attempt++) {
        const before = attempt === 0 && known?.plan.id === planId ? known : await client.read(planId);
        const { name, date, entries } = before.plan;
        try {
          take(await client.replace(planId, before.etag, { name, date, entries: edit(entries as Entries) }));
          return true;
        } catch (error) {
          if (!(error instanceof LecternProblem && error.status === 412 && attempt < 2)) throw error;
        }
      }
    } catch (error) {
      live.say(error instanceof LecternProblem ? (error.detail ?? error.title) : words.failed);
      return false;
    }
  };
  const edit = (make: (entries: Entries) => Entries): Promise<boolean> =>
    known ? change(known.plan.id, make) : Promise.resolve(false);

  const begin = (planId: string, name: string) => live.act(acts.beginPlan(planId, name));
  const create = async (): Promise<string | null> => {
    const today = new Date();
    const name = words.named(today.toLocaleDateString(language, { dateStyle: 'long' }));
    const date = today.toLocaleDateString('sv');
    try {
      const made = await client.create(name, date);
      return (await begin(made.plan.id, name)) ? made.plan.id : null;
    } catch (error) {
      live.say(error instanceof LecternProblem ? (error.detail ?? error.title) : words.failed);
      return null;
    }
  };

  return {
    plan,
    selected,
    others,
    async add(named) {
      const planId = live.now.value?.plan?.plan_id ?? (await create());
      if (!planId) return false;
      const added = named.map(({ reference, passages }) => ({
        kind: 'passage' as const,
        title: reference,
        passage: [...passages],
      }));
      const done = await change(planId, (entries) => [...entries, ...added]);
      if (done) live.say(words.added(named.map(({ reference }) => reference).join(' · ')));
      return done;
    },
    async extract(text) {
      const { data } = await live.session.client.POST('/v1/references/extract', { body: { text } });
      return data.data
        .filter(({ exists }) => exists)
        .map(({ reference, passages }) => ({ reference, passages: passages.filter(hasChapter) }))
        .filter(({ passages }) => passages.length > 0);
    },
    move(from, to) {
      const shown = plan.value?.entries ?? [];
      const id = shown[from]?.id;
      // Where it goes: before this one, or to the end. Others may change the plan in between.
      const before = shown.toSpliced(from, 1)[to]?.id;
      return edit((entries) => {
        const moved = entries.find((entry) => entry.id === id);
        if (!moved) return entries;
        const others = entries.filter((entry) => entry !== moved);
        const place = others.findIndex((entry) => entry.id === before);
        return others.toSpliced(place < 0 ? others.length : place, 0, moved);
      });
    },
    remove(index) {
      const id = plan.value?.entries[index]?.id;
      return edit((entries) => entries.filter((entry) => entry.id !== id));
    },
    async listOthers() {
      try {
        others.value = await client.list();
      } catch {
        live.say(words.failed);
      }
    },
    begin,
    create: async () => (await create()) !== null,
    close() {
      clearTimeout(timer);
      endFollowing();
    },
  };
}

const hasChapter = (numbers: Partial<PassageInput>): numbers is PassageInput => numbers.chapter !== undefined;
