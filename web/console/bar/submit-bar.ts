import { findCommands } from '../commands/palette.ts';
import type { PassageInput } from '../live/live-actions.ts';
import type { Candidate } from '../state/bar-state.ts';
import type { ConsoleContext } from '../state/console-context.ts';

interface How {
  /** Only selects it, in the chapter below. */
  readonly selects?: boolean;
  /** Adds it to the plan, and shows nothing. */
  readonly plans?: boolean;
}

/**
 * Does what is typed: shows, queues, selects or plans the passage, presents the deck, or runs the command. Where the text could mean
 * several things and nobody chose one, nothing happens but that the list asks.
 */
export async function submitBar(context: ConsoleContext, how: How = {}): Promise<void> {
  const { bar, words, live } = context;
  if (bar.parsed.value.kind === 'commands') return runChosen(context);
  const typed = bar.text.value;
  const { value: chosen } = bar.chosen;
  const lookup = await bar.read();
  // It was changed meanwhile: the Enter was meant for what was typed before.
  if (bar.text.value !== typed || bar.chosen.value !== chosen) return;
  if (!lookup) return live.say(words.bar.readings.failed);
  const { edition, editions, candidates, parsed } = bar;
  if (editions.value && !edition.value) return;
  const isClear = parsed.value.kind === 'find' && lookup.reading === 'one';
  const candidate = candidates.value[chosen ?? 0];
  if (!candidate || (chosen === null && !isClear)) {
    bar.asks.value = candidates.value.length > 0 && lookup.reading !== 'missing';
    return;
  }
  // Enter was pressed twice: once is meant.
  if (bar.entering === candidate && !how.selects) return;
  bar.entering = candidate;
  try {
    if (await enterCandidate(context, candidate, how)) bar.finish(typed);
  } finally {
    if (bar.entering === candidate) bar.entering = null;
  }
}

/** True when it was done, so that the bar becomes empty. */
async function enterCandidate(context: ConsoleContext, candidate: Candidate, how: How): Promise<boolean> {
  const { live, acts, find, bar } = context;
  const { value: now } = live.now;
  if (!now) return false;
  if (candidate.kind === 'deck') {
    return how.selects || how.plans ? false : live.act(acts.presentDeck(candidate.reference, candidate.deck_id!));
  }
  const passages = candidate.passages.filter((numbers): numbers is PassageInput => numbers.chapter !== undefined);
  if (passages.length === 0 || how.selects) {
    await find.select(candidate);
    return false;
  }
  if (how.plans) return context.plan.add([{ reference: candidate.reference, passages }]);
  const { value: edition } = bar.edition;
  const translations = edition ? [edition.slug] : undefined;
  if (bar.parsed.value.queues) return live.act(acts.queue(candidate.reference, passages, translations));
  return live.act(acts.show(candidate.reference, passages, now, translations));
}

function runChosen(context: ConsoleContext): void {
  const { bar } = context;
  const command = findCommands(context)[bar.chosen.value ?? 0];
  if (!command) return;
  bar.finish(bar.text.value);
  void command.run(context);
}
