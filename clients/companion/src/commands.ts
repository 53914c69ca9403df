import type { LiveNow, paths } from '../../typescript/src/index.ts';
import { type KnownEntry, numberedEntries } from './room-state.ts';

/** Commands without a parameter, by the names that button links give them. */
export const PLAIN_COMMANDS = ['next', 'previous', 'show', 'hide', 'toggle', 'undo', 'return', 'go'] as const;
export type PlainCommand = (typeof PLAIN_COMMANDS)[number];

export type KeyCommand =
  | { readonly action: PlainCommand }
  | { readonly action: 'passage'; readonly q: string }
  | { readonly action: 'entry'; readonly number: number }
  | { readonly action: 'stage'; readonly message: string; readonly flash: boolean }
  | { readonly action: 'translation'; readonly slug: string; readonly turn: 'on' | 'off' | 'toggle' };

/** Error for a command that cannot be sent. Its message is for the operator. */
export class CommandProblem extends Error {
  override readonly name = 'CommandProblem';
}

const PASSAGE_MAX_CHARACTERS = 200;
const ENTRY_MAX = 200;
const MESSAGE_MAX_CHARACTERS = 500;
const TRANSLATIONS_MAX = 4;
const SLUG = /^[a-z0-9-]{2,32}$/i;

/** Reads an action of Companion with its options, which may hold anything. Throws CommandProblem. */
export function readCommand(action: KeyCommand['action'], options: Readonly<Record<string, unknown>>): KeyCommand {
  switch (action) {
    case 'passage':
      return { action, q: readText(options.q, 'The passage', 1, PASSAGE_MAX_CHARACTERS) };
    case 'entry': {
      const number = Number(options.number);
      if (Number.isInteger(number) && number >= 1 && number <= ENTRY_MAX) return { action, number };
      throw new CommandProblem(`An entry is a number from 1 to ${ENTRY_MAX}.`);
    }
    case 'stage': {
      const message = readText(options.message, 'The stage message', 0, MESSAGE_MAX_CHARACTERS);
      return { action, message, flash: options.flash === true };
    }
    case 'translation': {
      const slug = readText(options.slug, 'The translation', 2, 32);
      if (!SLUG.test(slug)) throw new CommandProblem('A translation is a short name such as kjv.');
      return { action, slug, turn: options.turn === 'on' || options.turn === 'off' ? options.turn : 'toggle' };
    }
    default:
      return { action };
  }
}

function readText(value: unknown, subject: string, least: number, most: number): string {
  const text = typeof value === 'string' || typeof value === 'number' ? `${value}`.trim() : '';
  if (text.length >= least && text.length <= most) return text;
  throw new CommandProblem(`${subject} must have ${least} to ${most} characters.`);
}

/** Returns the path of a command below the address of a button link. Throws CommandProblem. */
export function toButtonPath(command: KeyCommand): string {
  switch (command.action) {
    case 'passage':
      return `passage?q=${encodeURIComponent(command.q)}`;
    case 'entry':
      return `entry/${command.number}`;
    case 'stage':
    case 'translation':
      throw new CommandProblem('Stage messages and translations need a service token in place of a button link.');
    default:
      return command.action;
  }
}

type Method = 'POST' | 'PATCH' | 'PUT';
type Body<Path extends keyof paths, M extends Method> =
  paths[Path] extends Record<Lowercase<M>, { requestBody?: { content: { 'application/json': infer Content } } }>
    ? Content
    : never;

/** A write of the REST API on a Live. */
export interface RestWrite {
  readonly method: Method;
  readonly path: keyof paths;
  readonly body: object;
  readonly query?: object;
}

const LIVE = '/v1/lives/{live_id}';
const VIEW = { view: 'now' } as const;
const write = <M extends Method, Path extends keyof paths>(
  method: M,
  path: Path,
  body: Body<Path, M> & object,
  query?: object,
): RestWrite => ({ method, path, body, query });

/**
 * Returns the request that carries out a command on the present state, or null if there is nothing to do. `entries` are
 * those of the attached plan. Throws CommandProblem.
 */
export function toRestWrite(command: KeyCommand, now: LiveNow, entries: readonly KnownEntry[]): RestWrite | null {
  switch (command.action) {
    case 'next':
    case 'previous':
      return write('POST', `${LIVE}/step`, { by: command.action === 'next' ? 1 : -1, beyond: true });
    case 'show':
    case 'hide':
    case 'toggle': {
      const paused = command.action === 'toggle' ? now.showing : command.action === 'hide';
      return write('PATCH', `${LIVE}/playback`, { paused }, VIEW);
    }
    case 'undo':
      return write('POST', `${LIVE}/undo`, {}, VIEW);
    case 'return':
      return write('POST', `${LIVE}/return`, {});
    case 'go':
      return write('POST', `${LIVE}/plan/go`, { by: 1 });
    case 'passage':
      return now.mode === 'presentation'
        ? write('POST', `${LIVE}/interrupt`, { passage: command.q })
        : write('POST', `${LIVE}/passages`, { passage: command.q, replace: true }, VIEW);
    case 'entry': {
      if (!now.plan) throw new CommandProblem('The room has no plan.');
      const entry = numberedEntries(entries)[command.number - 1];
      if (!entry) throw new CommandProblem(`The plan has no entry ${command.number}.`);
      return write('POST', `${LIVE}/plan/go`, { entry_id: entry.id });
    }
    case 'stage': {
      const countdown_to = now.stage?.countdown_to ?? null;
      return write('PUT', `${LIVE}/stage`, { message: command.message || null, countdown_to, flash: command.flash });
    }
    case 'translation': {
      const translations = turn(now.translations, command);
      return translations && write('POST', `${LIVE}/translations`, { translations });
    }
  }
}

/** Returns the translations after one was turned on or off, or null if it already is. Throws CommandProblem. */
function turn(
  shown: readonly string[],
  { slug: typed, turn }: Extract<KeyCommand, { action: 'translation' }>,
): string[] | null {
  const slug = shown.find((one) => one.toLowerCase() === typed.toLowerCase());
  const isOff = slug === undefined;
  if (turn === (isOff ? 'off' : 'on')) return null;
  const translations = isOff ? [...shown, typed] : shown.filter((one) => one !== slug);
  if (translations.length === 0) throw new CommandProblem('The last translation stays on. Turn another one on first.');
  if (translations.length <= TRANSLATIONS_MAX) return translations;
  throw new CommandProblem(`A room shows at most ${TRANSLATIONS_MAX} translations. Turn one off first.`);
}
