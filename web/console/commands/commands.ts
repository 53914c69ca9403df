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
  older: ({ history }) => history.choose(1),
  newer: ({ history }) => history.choose(-1),
  /** Shows the history entry chosen with the arrow keys, or else the next entry of the plan. */
  enter: ({ history, live, actions }) => {
    if (live.confirm()) return;
    return history.showChosen() ?? (live.now.value?.plan && live.run(actions.goOn()));
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
  /**
   * Dismisses the strip, or else clears the bar, or else the history choice; if none of these applies, hides the Live.
   */
  escape(context) {
    const { live, bar, history } = context;
    if (live.dismiss()) return;
    if (bar.clear()) return;
    if (history.chosen.value !== null) {
      history.chosen.value = null;
      return;
    }
    CONSOLE_COMMANDS.hide(context);
  },
} satisfies Record<string, CommandHandler>;

export type CommandName = keyof typeof CONSOLE_COMMANDS;

/** Turns a translation of the Live on or off and shows the page on air in the remaining ones. */
function toggleTranslation({ live, actions, translations, strings }: ConsoleContext, index: number): unknown {
  const slot = translations.slots.value[index];
  const next = translations.toggle(index);
  if (!slot) return;
  return next
    ? live.run(actions.translations(slot.edition.slug.toUpperCase(), next))
    : live.showMessage(strings.translations.only);
}
