import { LecternError } from '../../contract/lectern-error.ts';
import { UsageError } from '../command.ts';

const STDIN_MAX_BYTES = 64 * 1024;

/** All of standard input, in UTF-8, without one line end at its end. Throws UsageError at a terminal, and `invalid_fields`. */
export async function readStdin(): Promise<string> {
  // A terminal would show what is typed.
  if (process.stdin.isTTY) throw new UsageError('Standard input is a terminal: redirect a file or a pipe to it.');
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of process.stdin as AsyncIterable<Buffer>) {
    bytes += chunk.length;
    if (bytes > STDIN_MAX_BYTES) throw new LecternError('invalid_fields', 'Standard input holds too much.');
    chunks.push(chunk);
  }
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(Buffer.concat(chunks)).replace(/\r?\n$/, '');
  } catch (cause) {
    throw new LecternError('invalid_fields', 'Standard input is not text in UTF-8.', { cause });
  }
}
