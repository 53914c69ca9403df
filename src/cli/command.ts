import type { Static, TSchema } from 'typebox';
import type { AuditTarget } from '../domain/audit/audit.ts';
import type { Installation } from '../installation.ts';

/** What a person typed, before a command has read it. */
export interface CommandCall {
  readonly arguments: readonly string[];
  /**
   * By long name in camel case: `--expires-days 5` is `expiresDays: '5'`; an option without a value is `true`, one that can
   * be repeated a list.
   */
  readonly options: Readonly<Record<string, string | readonly string[] | boolean | undefined>>;
  /** All of standard input, as text without the line end at its end. Throws UsageError at a terminal. */
  readStdin(): Promise<string>;
  /** Shows how far a long work is where a person looks on; to be ended. */
  showProgress(title: string): Promise<Progress>;
  /** Prints a line at once, for a command that goes on. Null with `--json`, which prints one document. */
  readonly showLine: ((line: string) => void) | null;
}

export interface Progress {
  /** `share` is from 0 to 1. */
  update(share: number): void;
  end(): void;
}

/** What a value can be. It is looked at before a command does anything: another value is wrong usage. [D47] */
export interface ValueRule<Value = unknown> {
  /** As in "--email takes an e-mail address"; help has it behind a meaning and a colon. */
  readonly what: string;
  /** Null for what is none. */
  parse(text: string): Value | null;
}

export interface CommandOption {
  /** As commander writes them: `--email <email>`, and `--redirect-uri <uri...>` for one that can be repeated. */
  readonly flags: string;
  readonly meaning: string;
  /** A text is what is told where the option is missing. */
  readonly required?: true | string;
  /** Of those that say so only one can be given, and one must be where they are required. */
  readonly alternative?: true;
  /** Absent: any text, or what only the installation can judge. It may depend on other options. */
  readonly takes?: ValueRule | ((options: CommandCall['options']) => ValueRule);
  /** It takes several, with commas between them. */
  readonly commas?: true;
  /** What holds where it is missing, if that needs to be told. */
  readonly fallback?: string;
}

interface CommandWords {
  /** The words that call it: `org member add`. On the local socket it goes by the same name. */
  readonly name: string;
  /** May be the first that is done, and begins an installation then; any other says that there is none. */
  readonly begins?: true;
  readonly summary: string;
  /** What may follow the name, to show what a call looks like. */
  readonly example?: string;
  readonly arguments?: readonly { readonly flags: string; readonly meaning: string }[];
  readonly options?: readonly CommandOption[];
}

/** What a command that changes something leaves in the audit, never a secret; asked for when it is done. [D43] */
type Audit<Schema extends TSchema, Result> = (
  done: { readonly input: Static<Schema>; readonly result: Result },
  installation: Installation,
) => AuditTarget | Promise<AuditTarget>;

/**
 * A command on the installation. `toInput` and `toText` run in the process of the person who calls it; `execute` runs
 * where the installation is open, which is the running server if there is one, so it takes nothing but its input.
 */
export interface Command<Schema extends TSchema = TSchema, Result = unknown> extends CommandWords {
  readonly input: Schema;
  /** Throws UsageError for what cannot be meant. */
  toInput(typed: CommandCall): Static<Schema> | Promise<Static<Schema>>;
  /** The document that `--json` prints. Throws LecternError. */
  execute(installation: Installation, input: Static<Schema>): Promise<Result>;
  /** Absent where nothing is changed, or where the change is recorded with it. */
  audit?: Audit<Schema, Result>;
  /** The same for a person. */
  toText(result: Result): string;
}

/** A command that does a part of its work, or all of it, in the process of the person who calls it. */
export interface StagedCommand<Schema extends TSchema = TSchema, Result = unknown, Document = unknown>
  extends CommandWords {
  readonly input: Schema;
  /** How long its request on the local socket may be, where that is more than others need. */
  readonly requestMaxBytes?: number;
  /** Gives the document that `--json` prints. `executed` has `execute` done where the installation is open. */
  run(typed: CommandCall, executed: (input: Static<Schema>) => Promise<Result>): Promise<Document>;
  /** Throws LecternError. */
  execute(installation: Installation, input: Static<Schema>): Promise<Result>;
  /** True where `run` has more executed after this: the log of a server tells the last alone. */
  continues?(input: Static<Schema>, result: Result): boolean;
  audit?: Audit<Schema, Result>;
  toText(document: Document): string;
}

/** A command that needs no opened installation: it runs in the process of the person who calls it. */
interface LocalCommand<Result = unknown> extends CommandWords {
  local(typed: CommandCall): Result | Promise<Result>;
  toText(result: Result): string;
  /** Where a result can say that something is wrong, which ends with 1: "where it …". */
  readonly fails?: { readonly where: string; by(result: Result): boolean };
}

export type AnyCommand = Command | StagedCommand | LocalCommand;

/** Checks that the parts of a command fit each other; the table of commands keeps them without their types. */
export const defineCommand = <Schema extends TSchema, Result>(command: Command<Schema, Result>): Command =>
  command as unknown as Command;

export const defineStagedCommand = <Schema extends TSchema, Result, Document>(
  command: StagedCommand<Schema, Result, Document>,
): StagedCommand => command as unknown as StagedCommand;

export const defineLocalCommand = <Result>(command: LocalCommand<Result>): LocalCommand =>
  command as unknown as LocalCommand;

/** The command was called in a way that cannot be meant: exit code 2. */
export class UsageError extends Error {}

/** The one of these options that was given, by its name; they are declared as required alternatives. */
export function requireOneOf<Name extends string>(
  typed: CommandCall,
  names: readonly Name[],
): { [name in Name]?: string } {
  const name = names.find((each) => typeof typed.options[each] === 'string');
  if (name === undefined) throw new Error(`the options ${names.join(', ')} are not declared as required alternatives`);
  return { [name]: typed.options[name] } as { [name in Name]?: string };
}

/** An option that must be there because commander has seen to it. */
export function requireOption(typed: CommandCall, name: string): string {
  const value = typed.options[name];
  if (typeof value !== 'string') throw new Error(`the option ${name} is not declared as required`);
  return value;
}

/** All values of an option that can be repeated, and must be there because commander has seen to it. */
export function requireOptions(typed: CommandCall, name: string): string[] {
  const values = typed.options[name];
  if (!Array.isArray(values)) throw new Error(`the option ${name} is not declared as required and repeated`);
  return [...values];
}

/** An option that need not be there, as its rule reads it. */
export function findParsedOption<Value>(
  typed: CommandCall,
  name: string,
  { parse }: ValueRule<Value>,
): Value | undefined {
  const text = findOption(typed, name);
  return text === undefined ? undefined : (parse(text) ?? undefined);
}

/** The parts of an option that need not be there, and takes several with commas between them. */
export function findListOption(typed: CommandCall, name: string): string[] | undefined {
  const text = findOption(typed, name);
  return text === undefined ? undefined : splitAtCommas(text);
}

/** A comma may be one too many, as long as something is named. */
export function splitAtCommas(text: string): string[] {
  const parts = text.split(',').map((part) => part.trim());
  const named = parts.filter((part) => part !== '');
  return named.length > 0 ? named : [text];
}

/** An option that need not be there. */
export function findOption(typed: CommandCall, name: string): string | undefined {
  const value = typed.options[name];
  return typeof value === 'string' ? value : undefined;
}
