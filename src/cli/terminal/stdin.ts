import { LecternError } from '../../contract/lectern-error.ts';
import { UsageError } from '../command.ts';
import { terminal } from './terminal.ts';

const STDIN_MAX_BYTES = 64 * 1024;

/**
 * Reads all of standard input as UTF-8, without the final line ending. Throws UsageError if it is a terminal, and
 * `invalid_fields`.
 */
export async function readStdin(): Promise<string> {
  const { stdin } = terminal();
  // A terminal would show what is typed, such as a password.
  if (stdin.isTTY) throw new UsageError('Standard input is a terminal. Redirect a file or pipe to it.');
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of stdin as AsyncIterable<Buffer>) {
    bytes += chunk.length;
    if (bytes > STDIN_MAX_BYTES) throw new LecternError('invalid_fields', 'Standard input is too long.');
    chunks.push(chunk);
  }
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(Buffer.concat(chunks)).replace(/\r?\n$/, '');
  } catch (cause) {
    throw new LecternError('invalid_fields', 'Standard input is not UTF-8 text.', { cause });
  }
}
