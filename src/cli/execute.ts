import { LecternError } from '../contract/lectern-error.ts';
import { parseAs } from '../contract/parse-as.ts';
import { toAuditRecord, toCommandActor } from '../domain/audit/audit.ts';
import type { Installation } from '../installation.ts';
import type { Command, StagedCommand } from './command.ts';
import { CLI_COMMANDS } from './commands.ts';

const executable = new Map<string, Command | StagedCommand>(
  CLI_COMMANDS.flatMap((command) => ('execute' in command ? [[command.name, command]] : [])),
);

/** Returns the maximum size of a command's request in bytes, or null if the general limit applies. */
export function requestMaxBytes(name: string): number | null {
  const command = executable.get(name);
  return (command && 'requestMaxBytes' in command && command.requestMaxBytes) || null;
}

/** Returns whether the same invocation will execute the command again after this result. */
export function callContinues(name: string, input: unknown, result: unknown): boolean {
  const command = executable.get(name);
  return command !== undefined && 'continues' in command && command.continues?.(input, result) === true;
}

/**
 * Runs a command on an open installation and returns its document. Validates the input, which can come from another
 * process. Throws LecternError.
 */
export async function executeCommand(installation: Installation, name: string, input: unknown): Promise<unknown> {
  const command = executable.get(name);
  if (!command) {
    throw new LecternError(
      'not_found',
      `The command "${name}" is unknown. The running server may be a different version.`,
    );
  }
  if ((await parseAs(command.input, input)) === null) {
    throw new LecternError('invalid_fields', `The input of the command "${name}" is invalid.`);
  }
  const result = await command.execute(installation, input);
  if (command.audit) {
    const target = await command.audit({ input, result }, installation);
    await installation.storage.audit.add(toAuditRecord(toCommandActor(name), target)).catch((cause) => {
      throw new LecternError('unavailable', `"${name}" succeeded, but could not be recorded in the audit log.`, {
        cause,
      });
    });
  }
  return result;
}
