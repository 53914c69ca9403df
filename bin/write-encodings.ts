import { writeFileSync } from 'node:fs';
import { brotliCompressSync, gzipSync } from 'node:zlib';

/** Writes compressed copies beside a file, so that the server compresses nothing. */
export function writeEncodings(file: string, content: string | Buffer): void {
  writeFileSync(`${file}.br`, brotliCompressSync(content));
  writeFileSync(`${file}.gz`, gzipSync(content, { level: 9 }));
}
