import type { ConsoleContext } from '../state/console-context.ts';

export type Run = (context: ConsoleContext) => unknown;

/** What keys, buttons and the bar's commands do, by name. */
export const COMMANDS = {
  next: ({ live, acts }) => live.act(acts.step(1)),
  previous: ({ live, acts }) => live.act(acts.step(-1)),
  nextChapter: ({ live, acts }) => live.act(acts.step(1, 'chapter')),
  previousChapter: ({ live, acts }) => live.act(acts.step(-1, 'chapter')),
  more: ({ live, acts }) => live.act(acts.extend(1)),
  less: ({ live, acts }) => live.act(acts.extend(-1)),
  hide: ({ live, acts }) => live.act(acts.pause(live.now.value?.showing ?? true)),
  reveal: ({ live, acts }) => live.now.value?.paused && live.act(acts.pause(false)),
  back: ({ live, acts }) => live.act(live.now.value?.returns ? acts.return() : acts.recall()),
  undo: ({ live, acts }) => live.act(acts.undo()),
  redo: ({ live, acts }) => live.act(acts.redo()),
  clear: ({ live, acts }) => live.act(acts.clear()),
  lock: ({ live }) => live.setLocked(!live.locked.value),
  bar: ({ bar }) => bar.focus(),
  /** Puts away what is nearest: a strip, what is typed; else hides. */
  escape(context) {
    const { live, bar } = context;
    if (live.dismiss()) return;
    if (bar.clear()) return;
    COMMANDS.hide(context);
  },
} satisfies Record<string, Run>;

export type CommandName = keyof typeof COMMANDS;
