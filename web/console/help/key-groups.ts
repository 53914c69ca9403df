import type { ConsoleStrings } from '../../../src/locales/en/console/index.ts';
import type { CommandName } from '../commands/commands.ts';
import { KEY_BINDINGS, TYPING_KEYS } from '../commands/key-bindings.ts';

type KeyStrings = ConsoleStrings['keys'];
type GroupName = keyof KeyStrings['groups'];
type TypingName = (typeof TYPING_KEYS)[number]['name'];

/** A line of the list of keys. */
interface KeyRow {
  readonly keys: readonly string[];
  readonly name: string;
}

/** Groups of the list, in order. Commands that no group names are in the last one. */
const GROUPS: Readonly<Record<GroupName, readonly (CommandName | TypingName)[]>> = {
  type: ['bar', 'show', 'plan', 'select', 'choose', 'digits', 'range', 'takeBack'],
  step: ['next', 'previous', 'nextChapter', 'previousChapter', 'more', 'less'],
  screen: [
    'enter',
    'hide',
    'reveal',
    'erase',
    'back',
    'undo',
    'redo',
    'clear',
    'older',
    'newer',
    'minuteMore',
    'minuteLess',
  ],
  translations: ['translation1', 'translation2', 'translation3', 'translation4'],
  lists: ['showList', 'move', 'removeLine', 'removeRun'],
  page: [],
};

/** Returns all keys of the console by group, in words. */
export function groupKeys({ groups, names, typing }: KeyStrings): { name: string; rows: KeyRow[] }[] {
  const bound = new Map<CommandName, Set<string>>();
  for (const { keys, command } of KEY_BINDINGS) bound.set(command, new Set([...(bound.get(command) ?? []), ...keys]));
  const rows = new Map<CommandName | TypingName, KeyRow>([
    ...Array.from(bound, ([command, keys]) => [command, { keys: [...keys], name: names[command] }] as const),
    ...TYPING_KEYS.map(({ keys, name }) => [name, { keys, name: typing[name] }] as const),
  ]);
  const named = new Set(Object.values(GROUPS).flat());
  const others = [...rows.keys()].filter((name) => !named.has(name));
  return Object.entries(GROUPS).map(([group, listed]) => ({
    name: groups[group as GroupName],
    rows: [...listed, ...(group === 'page' ? others : [])].flatMap((name) => rows.get(name) ?? []),
  }));
}
