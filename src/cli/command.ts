import type { Static, TSchema } from 'typebox';
import type { AuditTarget } from '../domain/audit/audit.ts';
import type { Installation } from '../installation.ts';

/** A parsed command line and its terminal, as a command receives them. */
export interface CommandCall {
  readonly arguments: readonly string[];
  /**
   * Option values by long name in camel case: `--expires-days 5` is `expiresDays: '5'`. An option without a value is
   * `true`; a repeatable option is a list.
   */
  readonly options: Readonly<Record<string, string | readonly string[] | boolean | undefined>>;
  /**
   * Reads all of standard input as text, without the final line ending. Throws UsageError if standard input is a
   * terminal.
   */
  readStdin(): Promise<string>;
  /** Shows a progress bar on an interactive terminal. The caller must call `end()`. */
  showProgress(title: string): Promise<Progress>;
  /**
   * Prints a line immediately, for a command that keeps running. Null with `--json`, which prints a single document.
   */
  readonly showLine: ((line: string) => void) | null;
}

export interface Progress {
  /** Sets the completed share, from 0 to 1. */
  update(share: number): void;
  end(): void;
}

/** Validates an option's value before the command does anything. An invalid value is a usage error. [D47] */
export interface ValueRule<Value = unknown> {
  /** A noun phrase for messages and help, as in "--email takes an e-mail address". */
  readonly expected: string;
  /** Returns the parsed value, or null if the text is invalid. */
  parse(text: string): Value | null;
}

export interface CommandOption {
  /** Flags in commander's notation: `--email <email>`, or `--redirect-uri <uri...>` for a repeatable option. */
  readonly flags: string;
  readonly description: string;
  /** Whether the option is required. A string is the error message shown when it is missing. */
  readonly required?: true | string;
  /** Marks mutually exclusive options: at most one of them may be given, and exactly one if they are required. */
  readonly alternative?: true;
  /**
   * The rule for the value, which may depend on other options. Absent if any text is valid, or if only the installation
   * can validate it.
   */
  readonly takes?: ValueRule | ((options: CommandCall['options']) => ValueRule);
  /** Whether the value is a comma-separated list. */
  readonly isList?: true;
  /** The default, as help shows it. */
  readonly fallback?: string;
}

interface CommandDefinition {
  /** The words that invoke the command, such as `org member add`. The local socket uses the same name. */
  readonly name: string;
  /** Whether the command creates an installation if none exists. Other commands fail instead. */
  readonly createsInstallation?: true;
  readonly summary: string;
  /** Arguments and options of a sample invocation. */
  readonly example?: string;
  readonly arguments?: readonly { readonly flags: string; readonly description: string }[];
  readonly options?: readonly CommandOption[];
}

/**
 * Builds the audit record of a command that changed something. The record never holds a secret. Called after the
 * command. [D43]
 */
type Audit<Schema extends TSchema, Result> = (
  done: { readonly input: Static<Schema>; readonly result: Result },
  installation: Installation,
) => AuditTarget | Promise<AuditTarget>;

/**
 * A command on the installation. `toInput` and `toText` run in the caller's process. `execute` runs where the
 * installation is open, which may be the running server, so it depends on its input alone.
 */
export interface Command<Schema extends TSchema = TSchema, Result = unknown> extends CommandDefinition {
  readonly input: Schema;
  /** Builds the input. Throws UsageError if the options contradict each other. */
  toInput(call: CommandCall): Static<Schema> | Promise<Static<Schema>>;
  /** Returns the document that `--json` prints. Throws LecternError. */
  execute(installation: Installation, input: Static<Schema>): Promise<Result>;
  /** Absent if the command changes nothing, or records the change itself. */
  audit?: Audit<Schema, Result>;
  /** Formats the document for a person. */
  toText(result: Result): string;
}

/** Defines when a result counts as a failure, with exit code 1. `when` completes "Exits with 1 if …". */
interface Failure<Result> {
  readonly when: string;
  isFailure(result: Result): boolean;
}

/** A command that does some or all of its work in the caller's process. */
export interface StagedCommand<Schema extends TSchema = TSchema, Result = unknown, Document = unknown>
  extends CommandDefinition {
  readonly input: Schema;
  /** The maximum size of its request on the local socket in bytes, if it exceeds the general limit. */
  readonly requestMaxBytes?: number;
  /** Returns the document that `--json` prints. `executed` runs `execute` where the installation is open. */
  run(call: CommandCall, executed: (input: Static<Schema>) => Promise<Result>): Promise<Document>;
  /** Runs where the installation is open. Throws LecternError. */
  execute(installation: Installation, input: Static<Schema>): Promise<Result>;
  /** Returns true if `run` will call `execute` again. The server logs only the last call. */
  continues?(input: Static<Schema>, result: Result): boolean;
  audit?: Audit<Schema, Result>;
  toText(document: Document): string;
  readonly fails?: Failure<Document>;
}

/** A command that needs no open installation. It runs in the caller's process. */
interface LocalCommand<Result = unknown> extends CommandDefinition {
  /** Whether standard output carries a protocol, so that neither result nor errors are printed there. */
  readonly ownsStdout?: true;
  local(call: CommandCall): Result | Promise<Result>;
  toText(result: Result): string;
  readonly fails?: Failure<Result>;
}

export type AnyCommand = Command | StagedCommand | LocalCommand;

/** Checks that the types of a command's parts agree. The table of commands holds it without type parameters. */
export const defineCommand = <Schema extends TSchema, Result>(command: Command<Schema, Result>): Command =>
  command as unknown as Command;

export const defineStagedCommand = <Schema extends TSchema, Result, Document>(
  command: StagedCommand<Schema, Result, Document>,
): StagedCommand => command as unknown as StagedCommand;

export const defineLocalCommand = <Result>(command: LocalCommand<Result>): LocalCommand =>
  command as unknown as LocalCommand;

/** An error in how the command was called, with exit code 2. */
export class UsageError extends Error {}

/** Returns the one of these options that was given, by its name. They must be declared as required alternatives. */
export function requireOneOf<Name extends string>(
  call: CommandCall,
  names: readonly Name[],
): { [name in Name]?: string } {
  const name = names.find((each) => typeof call.options[each] === 'string');
  if (name === undefined) throw new Error(`the options ${names.join(', ')} are not declared as required alternatives`);
  return { [name]: call.options[name] } as { [name in Name]?: string };
}

/** Returns the value of a required option, which commander has already checked. */
export function requireOption(call: CommandCall, name: string): string {
  const value = call.options[name];
  if (typeof value !== 'string') throw new Error(`the option ${name} is not declared as required`);
  return value;
}

/** Returns all values of a required, repeatable option, which commander has already checked. */
export function requireOptions(call: CommandCall, name: string): string[] {
  const values = call.options[name];
  if (!Array.isArray(values)) throw new Error(`the option ${name} is not declared as required and repeated`);
  return [...values];
}

/** Returns an optional option, parsed by its rule. */
export function findParsedOption<Value>(
  call: CommandCall,
  name: string,
  { parse }: ValueRule<Value>,
): Value | undefined {
  const text = findOption(call, name);
  return text === undefined ? undefined : (parse(text) ?? undefined);
}

/** Returns the items of an optional comma-separated option. */
export function findListOption(call: CommandCall, name: string): string[] | undefined {
  const text = findOption(call, name);
  return text === undefined ? undefined : splitAtCommas(text);
}

/** Splits a comma-separated list and drops empty items, unless all are empty. */
export function splitAtCommas(text: string): string[] {
  const parts = text.split(',').map((part) => part.trim());
  const named = parts.filter((part) => part !== '');
  return named.length > 0 ? named : [text];
}

/** Returns the value of an optional option. */
export function findOption(call: CommandCall, name: string): string | undefined {
  const value = call.options[name];
  return typeof value === 'string' ? value : undefined;
}
