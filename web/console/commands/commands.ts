import { isLiveHidden } from '../live/is-live-hidden.ts';
import type { ConsoleContext } from '../state/console-context.ts';
import { focusPane } from './focus-pane.ts';
import { pauseAllLives } from './pause-all-lives.ts';

export type CommandHandler = (context: ConsoleContext) => unknown;

/** What keys, buttons and the bar's commands do, by name. */
export const CONSOLE_COMMANDS = {
  next: ({ live, acts }) => live.act(acts.step(1)),
  previous: ({ live, acts }) => live.act(acts.step(-1)),
  nextChapter: ({ live, acts }) => live.act(acts.step(1, 'chapter')),
  previousChapter: ({ live, acts }) => live.act(acts.step(-1, 'chapter')),
  more: ({ live, acts }) => live.act(acts.extend(1)),
  less: ({ live, acts }) => live.act(acts.extend(-1)),
  hide: ({ live, acts }) => live.act(acts.pause(live.now.value?.showing ?? true)),
  reveal: ({ live, acts }) => isLiveHidden(live.now.value) && live.act(acts.pause(false)),
  back: ({ live, acts, history }) => (live.now.value?.returns ? live.act(acts.return()) : history.goBack()),
  undo: ({ live, acts }) => live.act(acts.undo()),
  redo: ({ live, acts }) => live.act(acts.redo()),
  clear: ({ live, acts }) => live.act(acts.clear()),
  lock: ({ live }) => live.setLocked(!live.locked.value),
  pauseAll: (context) => pauseAllLives(context),
  translation1: (context) => toggleTranslation(context, 0),
  translation2: (context) => toggleTranslation(context, 1),
  translation3: (context) => toggleTranslation(context, 2),
  translation4: (context) => toggleTranslation(context, 3),
  older: ({ history }) => history.choose(1),
  newer: ({ history }) => history.choose(-1),
  /** What the arrow keys chose of what was shown; else the next entry of the plan. */
  enter: ({ history, live, acts }) => {
    if (live.confirm()) return;
    return history.showChosen() ?? (live.now.value?.plan && live.act(acts.goOn()));
  },
  bar: ({ bar }) => bar.focus(),
  nextPane: (context) => focusPane(context, 1),
  previousPane: (context) => focusPane(context, -1),
  showList: ({ list }) => {
    list.value = list.value === 'queue' ? 'plan' : 'queue';
  },
  help: ({ help }) => {
    help.value = !help.value;
  },
  /** Puts away what is nearest: a strip, what is typed; else hides. */
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

/** Turns a translation of the Live on or off; the page on air is shown in the others. */
function toggleTranslation({ live, acts, translations, words }: ConsoleContext, index: number): unknown {
  const slot = translations.slots.value[index];
  const next = translations.toggle(index);
  if (!slot) return;
  return next ? live.act(acts.translations(slot.edition.slug.toUpperCase(), next)) : live.say(words.translations.only);
}
