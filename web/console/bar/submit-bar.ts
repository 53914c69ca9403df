import { findCommands } from '../commands/palette.ts';
import type { PassageInput } from '../live/live-actions.ts';
import type { Candidate } from '../state/bar-state.ts';
import type { ConsoleContext } from '../state/console-context.ts';

interface SubmitOptions {
  /** Selects the passage in the chapter view without showing it. */
  readonly selects?: boolean;
  /** Adds the passage to the plan without showing it. */
  readonly plans?: boolean;
}

/**
 * Runs what is typed: shows, queues, selects or plans the passage, presents the deck, or runs the command. If the text
 * is ambiguous and no candidate is chosen, marks the list as waiting for a choice instead.
 */
export async function submitBar(context: ConsoleContext, options: SubmitOptions = {}): Promise<void> {
  const { bar, strings, live } = context;
  if (bar.parsed.value.kind === 'commands') return runChosen(context);
  const typed = bar.text.value;
  const { value: chosen } = bar.chosen;
  const lookup = await bar.read();
  // The text or choice changed during the lookup; Enter was meant for the old one.
  if (bar.text.value !== typed || bar.chosen.value !== chosen) return;
  if (!lookup) return live.showMessage(strings.bar.readings.failed);
  const { edition, editions, candidates, parsed } = bar;
  if (editions.value && !edition.value) return;
  const isClear = parsed.value.kind === 'find' && lookup.reading === 'one';
  const candidate = candidates.value[chosen ?? 0];
  if (!candidate || (chosen === null && !isClear)) {
    bar.needsChoice.value = candidates.value.length > 0 && lookup.reading !== 'missing';
    return;
  }
  // Enter was pressed twice for the same candidate; the first press is still in progress.
  if (bar.entering === candidate && !options.selects) return;
  bar.entering = candidate;
  try {
    if (await enterCandidate(context, candidate, options)) bar.finish(typed);
  } finally {
    if (bar.entering === candidate) bar.entering = null;
  }
}

/** Returns whether the candidate was executed, in which case the bar is emptied. */
async function enterCandidate(context: ConsoleContext, candidate: Candidate, options: SubmitOptions): Promise<boolean> {
  const { live, actions, find, bar } = context;
  const { value: now } = live.now;
  if (!now) return false;
  if (candidate.kind === 'deck') return enterDeck(context, candidate, options);
  const passages = candidate.passages.filter((numbers): numbers is PassageInput => numbers.chapter !== undefined);
  if (passages.length === 0 || options.selects) {
    await find.select(candidate);
    return false;
  }
  if (options.plans) return context.plan.append([{ kind: 'passage', title: candidate.reference, passage: passages }]);
  const { value: edition } = bar.edition;
  const translations = edition ? [edition.slug] : undefined;
  if (bar.parsed.value.queues) return live.run(actions.queue(candidate.reference, passages, translations));
  return live.run(actions.show(candidate.reference, passages, now, translations));
}

/** Presents a deck, or adds it to the plan. A deck is neither selected nor queued. */
async function enterDeck(
  { live, actions, plan, bar, strings }: ConsoleContext,
  { reference: title, deck_id: deckId }: Candidate,
  options: SubmitOptions,
): Promise<boolean> {
  if (options.plans) return plan.append([{ kind: 'deck', title, deck_id: deckId! }]);
  if (options.selects) return false;
  if (!bar.parsed.value.queues) return live.run(actions.presentDeck(title, deckId!));
  live.showMessage(strings.bar.deckNotQueued);
  return false;
}

function runChosen(context: ConsoleContext): void {
  const { bar } = context;
  const command = findCommands(context)[bar.chosen.value ?? 0];
  if (!command) return;
  bar.finish(bar.text.value);
  void command.run(context);
}
