import { LecternError } from '../contract/lectern-error.ts';
import { toAuditRecord, toCommandActor } from '../domain/audit/audit.ts';
import type { Installation } from '../installation.ts';
import type { Command, StagedCommand } from './command.ts';
import { CLI_COMMANDS } from './commands.ts';
import { parseAs } from './parse-as.ts';

const executable = new Map<string, Command | StagedCommand>(
  CLI_COMMANDS.flatMap((command) => ('execute' in command ? [[command.name, command]] : [])),
);

/** How long the request for a command may be, bytes; null where it may be as long as any. */
export function requestMaxBytes(name: string): number | null {
  const command = executable.get(name);
  return (command && 'requestMaxBytes' in command && command.requestMaxBytes) || null;
}

/** Whether the same call of a command has more executed after what gave this result. */
export function callContinues(name: string, input: unknown, result: unknown): boolean {
  const command = executable.get(name);
  return command !== undefined && 'continues' in command && command.continues?.(input, result) === true;
}

/**
 * Runs a command of the table on an open installation, and gives the document that it answers. The input is checked
 * here, wherever it comes from. Throws LecternError.
 */
export async function executeCommand(installation: Installation, name: string, input: unknown): Promise<unknown> {
  const command = executable.get(name);
  if (!command) {
    throw new LecternError(
      'not_found',
      `There is no command "${name}" here. Is the running server of another version?`,
    );
  }
  if ((await parseAs(command.input, input)) === null) {
    throw new LecternError('invalid_fields', `The command "${name}" was given what it does not take.`);
  }
  const result = await command.execute(installation, input);
  if (command.audit) {
    const deed = await command.audit({ input, result }, installation);
    await installation.storage.audit.add(toAuditRecord(toCommandActor(name), deed)).catch((cause) => {
      throw new LecternError('unavailable', `"${name}" was done, but could not be written into the audit.`, { cause });
    });
  }
  return result;
}
