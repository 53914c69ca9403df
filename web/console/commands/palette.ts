import { INTERFACE_LANGUAGES, LANGUAGE_CODES } from '../../../src/locales/languages.ts';
import { sendOutputCommand } from '../../outputs/send-output-command.ts';
import type { ConsoleContext } from '../state/console-context.ts';
import { THEMES } from '../state/preferences.ts';
import { runEntry } from '../state/run-entry.ts';
import { CONSOLE_COMMANDS, type CommandHandler, type CommandName, toggleTranslationOf } from './commands.ts';
import { keyNamesFor } from './key-names.ts';
import { type PaletteEntry, rankEntries } from './rank-entries.ts';
import { sendStageMessage } from './send-stage-message.ts';

/** Commands of keys that mean nothing in a list. */
const ONLY_KEYS: readonly CommandName[] = ['enter', 'erase', 'escape', 'bar', 'older', 'newer'];

/** Returns the commands that the text after `>` can mean, best first: what keys and buttons do. */
export function findCommands(context: ConsoleContext, query: string): readonly PaletteEntry[] {
  return rankEntries([...listKeyCommands(context), ...listButtons(context), ...listOutputs(context)], query);
}

function listKeyCommands(context: ConsoleContext): PaletteEntry[] {
  const { strings } = context;
  return (Object.keys(CONSOLE_COMMANDS) as CommandName[])
    .filter((command) => !ONLY_KEYS.includes(command))
    .map((command) => ({
      name: strings.keys.names[command],
      keys: keyNamesFor(command, strings.keys.caps).join(' · '),
      run: () => (CONSOLE_COMMANDS[command] as CommandHandler)(context),
    }));
}

function listButtons(context: ConsoleContext): PaletteEntry[] {
  const { strings, live, actions, bar, plan, dialog, find, preferences, translations, session } = context;
  const { commands } = strings;
  const entry = (name: string, run: () => unknown): PaletteEntry => ({ name, keys: '', run });
  const mayOperate = live.mayOperate();
  const status = live.now.value?.status === 'running' ? 'stopped' : 'running';
  return [
    ...(mayOperate
      ? [
          {
            ...entry(commands.message, () => bar.type(`> ${commands.message} `)),
            takes: (text: string) => sendStageMessage(context, text),
          },
          entry(commands.noMessage, () => sendStageMessage(context, '')),
        ]
      : []),
    ...(plan.plan.value?.entries.flatMap((each, index) =>
      each.kind === 'heading' ? [] : [entry(commands.entry(index + 1, each.title), () => runEntry(context, each))],
    ) ?? []),
    ...translations.all.value.map(({ edition: { slug, name } }) =>
      entry(commands.translation(slug.toUpperCase(), name), () => toggleTranslationOf(context, slug)),
    ),
    entry(find.isPinned.value ? strings.find.unpin : strings.find.pin, find.togglePin),
    entry(strings.find.closeChapter, find.closeChapter),
    ...(mayOperate
      ? [
          entry(strings.plan.outline, () => {
            dialog.value = { kind: 'outline' };
          }),
          entry(strings.obs.title, () => {
            dialog.value = { kind: 'obs' };
          }),
          entry(strings.plan.create, plan.create),
          entry(commands.live[status], () => live.run(actions.run(status))),
        ]
      : []),
    ...(session.scopes.value.has('output.manage')
      ? [
          entry(strings.outputs.new, () => {
            dialog.value = { kind: 'new-output' };
          }),
          entry(strings.remoteLinks.title, () => {
            dialog.value = { kind: 'remote-links' };
          }),
        ]
      : []),
    ...THEMES.map((theme) =>
      entry(`${strings.preferences.theme}: ${strings.preferences.themes[theme]}`, () => preferences.setTheme(theme)),
    ),
    ...LANGUAGE_CODES.map((code) =>
      entry(`${strings.preferences.language}: ${INTERFACE_LANGUAGES[code].name}`, () => preferences.setLanguage(code)),
    ),
  ];
}

function listOutputs({ strings, lists, session, live, dialog }: ConsoleContext): PaletteEntry[] {
  if (!session.scopes.value.has('output.manage')) return [];
  return (lists.outputs.value ?? []).flatMap(({ id, name }) => {
    return [
      ...(['identify', 'reload'] as const).map((command) => ({
        name: strings.commands.output(name, strings.outputs[command]),
        keys: '',
        run: () =>
          sendOutputCommand(session, live.liveId, id, command).catch(() =>
            live.showMessage(strings.strip.notSent(name)),
          ),
      })),
      {
        name: strings.commands.output(name, strings.commands.settings),
        keys: '',
        run: () => {
          dialog.value = { kind: 'output', id };
        },
      },
    ];
  });
}
