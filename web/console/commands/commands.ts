import { isLiveHidden } from '../../session/audience-state.ts';
import type { ConsoleContext } from '../state/console-context.ts';
import { focusPane } from './focus-pane.ts';
import { pauseAllLives } from './pause-all-lives.ts';

export type CommandHandler = (context: ConsoleContext) => unknown;

/** Commands that keys, buttons and the bar run, by name. */
export const CONSOLE_COMMANDS = {
  next: ({ live, actions }) => live.run(actions.step(1)),
  previous: ({ live, actions }) => live.run(actions.step(-1)),
  nextChapter: ({ live, actions }) => live.run(actions.step(1, 'chapter')),
  previousChapter: ({ live, actions }) => live.run(actions.step(-1, 'chapter')),
  more: ({ live, actions }) => live.run(actions.extend(1)),
  less: ({ live, actions }) => live.run(actions.extend(-1)),
  minuteMore: ({ live, actions }) => live.run(actions.moveCountdown(60)),
  minuteLess: ({ live, actions }) => live.run(actions.moveCountdown(-60)),
  hide: ({ live, actions }) => live.run(actions.pause(live.now.value?.showing ?? true)),
  reveal: ({ live, actions }) => isLiveHidden(live.now.value) && live.run(actions.pause(false)),
  back: ({ live, actions, history }) => (live.now.value?.returns ? live.run(actions.return()) : history.goBack()),
  undo: ({ live, actions }) => live.run(actions.undo()),
  redo: ({ live, actions }) => live.run(actions.redo()),
  clear: ({ live, actions }) => live.run(actions.clear()),
  lock: ({ live }) => live.setLocked(!live.locked.value),
  pauseAll: (context) => pauseAllLives(context),
  translation1: (context) => toggleTranslation(context, 0),
  translation2: (context) => toggleTranslation(context, 1),
  translation3: (context) => toggleTranslation(context, 2),
  translation4: (context) => toggleTranslation(context, 3),
  older: (context) => chooseRecent(context, 1),
  newer: (context) => chooseRecent(context, -1),
  /** Answers the question of the strip, or else shows what is typed or selected, or else the next entry of the plan. */
  enter: ({ live, bar }) => live.confirm() || bar.enter(),
  /** Puts entered text that was not done back into the bar. */
  takeBack({ live, bar }) {
    const strip = live.strip.value;
    if (strip?.kind !== 'kept') return;
    live.dismiss();
    bar.type(strip.text);
    bar.focus();
  },
  bar: ({ bar }) => bar.focus(),
  nextPane: (context) => focusPane(context, 1),
  previousPane: (context) => focusPane(context, -1),
  showList: ({ middleList }) => {
    middleList.value = middleList.value === 'queue' ? 'plan' : 'queue';
  },
  help: ({ help }) => {
    help.value = !help.value;
  },
  /** Dismisses the strip, or else clears the bar, or else drops the selection. It never changes the screen. */
  escape: ({ live, bar }) => live.dismiss() || bar.escape(),
  /** Goes back in what was shown, unless the key was meant for text that it has just erased. */
  erase: ({ bar }) => bar.erase(),
} satisfies Record<string, CommandHandler>;

export type CommandName = keyof typeof CONSOLE_COMMANDS;

/** Selects an older entry of the history (1) or a newer one (−1). Before the newest, nothing is selected. */
function chooseRecent({ history, bar }: ConsoleContext, by: 1 | -1): void {
  const entries = history.entries.value ?? [];
  const { value: selection } = bar.selection;
  const at = selection?.list === 'recent' ? entries.findIndex(({ id }) => id === selection.id) : -1;
  const entry = entries[Math.min(entries.length - 1, at + by)];
  bar.select(entry && at + by >= 0 ? { list: 'recent', id: entry.id } : null);
}

const toggleTranslation = (context: ConsoleContext, index: number): unknown => {
  const slot = context.translations.slots.value[index];
  return slot && toggleTranslationOf(context, slot.edition.slug);
};

/**
 * Turns a translation of the Live on or off and shows the page on air in the remaining ones. Keeps the order of the
 * keys for everybody first, so that none of them moves. [D54]
 */
export function toggleTranslationOf({ live, actions, translations, strings }: ConsoleContext, slug: string): unknown {
  const next = translations.toggle(slug);
  if (!next) return live.showMessage(strings.translations.only);
  const keys = translations.isDefault() ? translations.order.value : null;
  return live.run(actions.translations(slug.toUpperCase(), next, keys));
}

/** Keeps the order of the translations for everybody. */
export const setTranslationOrder = ({ live, actions }: ConsoleContext, keys: readonly string[]): Promise<boolean> =>
  live.run(actions.translationOrder(keys));
