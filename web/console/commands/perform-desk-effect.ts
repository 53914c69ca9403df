import type { PassageInput } from '../live/live-actions.ts';
import type { ConsoleContext } from '../state/console-context.ts';
import type { Candidate, DeskEffect, Entry, Selection } from '../state/desk-machine.ts';
import { runEntry } from '../state/run-entry.ts';
import { CONSOLE_COMMANDS } from './commands.ts';
import { findCommands } from './palette.ts';

/** Carries out an effect of the desk: shows, queues, plans or selects what was entered, or runs a command. */
export function performDeskEffect(context: ConsoleContext, effect: Exclude<DeskEffect, { type: 'look-up' }>): void {
  const { live, bar, strings } = context;
  switch (effect.type) {
    case 'carry-out': {
      const { entry } = effect;
      void enterCandidate(context, entry.candidate, entry).then((done) => bar.finish(entry.id, done));
      return;
    }
    case 'command':
      void findCommands(context, effect.query)[effect.index]?.run();
      return;
    case 'show': {
      const { selection } = effect;
      void (selection ? showSelection(context, selection) : goOn(context)).then((done) => bar.answer(selection, done));
      return;
    }
    case 'back':
      void CONSOLE_COMMANDS.back(context);
      return;
    case 'keep':
      live.keepText(effect.text);
      return;
    case 'say-failed':
      live.showMessage(strings.bar.readings.failed);
  }
}

/** Shows the next entry of the plan. Returns whether it is shown. */
const goOn = async ({ live, actions }: ConsoleContext): Promise<boolean> =>
  Boolean(live.now.value?.plan) && live.run(actions.goOn());

/** Shows what is selected in a list. Returns whether it is shown. */
async function showSelection(context: ConsoleContext, selection: Selection): Promise<boolean> {
  const { live, actions, history, plan, queue, find } = context;
  const { value: now } = live.now;
  if (!now) return false;
  switch (selection.list) {
    case 'recent':
      return history.show(selection.id);
    case 'plan':
      return runEntry(
        context,
        plan.plan.value?.entries.find(({ id }) => id === selection.id),
      );
    case 'slides':
      return live.run(actions.slide(selection.title, selection.snapshotId, selection.id));
    case 'queue': {
      const page = queue.findPage(selection);
      return page ? live.run(actions.focus(page.item_id, page.reference, { part: page.part })) : false;
    }
    case 'verses': {
      const passage = find.passageOf(selection);
      return passage ? live.run(actions.show(passage.reference, passage.passages, now)) : false;
    }
  }
}

/** Returns whether the candidate was carried out. Otherwise its text comes back into the bar. */
async function enterCandidate(context: ConsoleContext, candidate: Candidate, entry: Entry): Promise<boolean> {
  const { live, actions, find } = context;
  const { value: now } = live.now;
  if (!now) return false;
  if (candidate.kind === 'deck') return enterDeck(context, candidate, entry);
  if (candidate.slide) return enterPart(context, candidate.slide, candidate.reference, entry);
  const passages = candidate.passages.filter((numbers): numbers is PassageInput => numbers.chapter !== undefined);
  if (passages.length === 0 || entry.selects) {
    return find.select(candidate);
  }
  if (entry.plans) return context.plan.append([{ kind: 'passage', title: candidate.reference, passage: passages }]);
  const translations = entry.edition ? [entry.edition] : undefined;
  if (entry.parsed.queues) return live.run(actions.queue(candidate.reference, passages, translations));
  return live.run(actions.show(candidate.reference, passages, now, translations));
}

/** Presents a deck, or adds it to the plan. A deck is neither selected nor queued. */
async function enterDeck(
  { live, actions, plan, strings }: ConsoleContext,
  { reference: title, deck_id: deckId }: Candidate,
  entry: Entry,
): Promise<boolean> {
  if (entry.plans) return plan.append([{ kind: 'deck', title, deck_id: deckId! }]);
  if (entry.selects) return false;
  if (!entry.parsed.queues) return live.run(actions.presentDeck(title, deckId!));
  live.showMessage(strings.bar.deckNotQueued);
  return false;
}

/** Shows or selects a part of the song on air. A part is neither queued nor planned. */
async function enterPart(
  { live, actions, bar, strings }: ConsoleContext,
  { id, snapshotId }: NonNullable<Candidate['slide']>,
  title: string,
  { selects, plans, parsed }: Entry,
): Promise<boolean> {
  if (selects) {
    bar.select({ list: 'slides', id, snapshotId, title });
    return true;
  }
  if (!plans && !parsed.queues) return live.run(actions.slide(title, snapshotId, id));
  live.showMessage(strings.bar.partNotQueued);
  return false;
}
