import { signal } from '@preact/signals';
import { CONSOLE_PLAN_FRAGMENT, type ConsolePage } from '../../src/contract/console-page.ts';
import type { ConsoleStrings } from '../../src/locales/en/console/index.ts';
import { summarizeProblem } from '../session/describe-problem.tsx';
import { openLibrary } from '../session/library.ts';
import type { Session } from '../session/session.ts';
import { performDeskEffect } from './commands/perform-desk-effect.ts';
import { createLiveActions } from './live/live-actions.ts';
import { openLiveControl } from './live/live-control.ts';
import { openLiveLists } from './live/live-lists.ts';
import { openBar } from './state/bar-state.ts';
import { openCitations } from './state/citations.ts';
import type { ConsoleContext } from './state/console-context.ts';
import type { OpenDialog } from './state/dialog-state.ts';
import { openFind } from './state/find-state.ts';
import { openFirstStart } from './state/first-start-state.ts';
import { openHistory } from './state/history-state.ts';
import { openPlan } from './state/plan-state.ts';
import { openPreferences } from './state/preferences.ts';
import { openQueue } from './state/queue-state.ts';
import { openSlides } from './state/slides-state.ts';
import { openTranslationSlots } from './state/translation-slots.ts';

/** Creates the state and services of one Live's console. */
export function openConsole(
  page: ConsolePage,
  strings: ConsoleStrings,
  session: Session,
  liveId: string,
): ConsoleContext {
  const live = openLiveControl(session, liveId, () => context.bar.beginShow());
  const actions = createLiveActions(strings.acts);
  const library = openLibrary(session);
  const slides = openSlides(live, strings);
  const bar = openBar(live, library, slides, strings.songParts, (effect) => performDeskEffect(context, effect));
  const citations = openCitations(live, library);
  const describePlanProblem = (error: unknown) =>
    summarizeProblem(error, { noResponse: strings.plan.failed, problems: strings.dialogs.problems });
  const context: ConsoleContext = {
    page,
    strings,
    session,
    live,
    actions,
    lists: openLiveLists(live),
    bar,
    slides,
    citations,
    find: openFind(live, bar, library, citations),
    history: openHistory(live, actions, strings.find),
    queue: openQueue(live),
    plan: openPlan(live, actions, strings.plan, describePlanProblem, page.language),
    middleList: signal(location.hash === CONSOLE_PLAN_FRAGMENT ? 'plan' : 'queue'),
    translations: openTranslationSlots(live, library),
    preferences: openPreferences(page),
    dialog: signal<OpenDialog | null>(takePairingCode()),
    firstStart: openFirstStart(page),
    help: signal(false),
  };
  return context;
}

/** Stops all timers, polls and effects of a console. */
export function closeConsole(context: ConsoleContext): void {
  const { live, lists, bar, citations, slides, find, history, queue, plan, translations } = context;
  for (const part of [live, lists, bar, citations, slides, find, history, queue, plan, translations]) part.close();
}

/**
 * Reads the pairing code from the address, which a screen's QR code contains, and removes it there: it is shown once
 * and not sent. [D61]
 */
function takePairingCode(): OpenDialog | null {
  const address = new URL(location.href);
  const code = address.searchParams.get('pair');
  if (!code) return null;
  address.searchParams.delete('pair');
  history.replaceState(null, '', address);
  return { kind: 'new-output', code };
}
