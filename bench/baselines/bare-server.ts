/**
 * The least a Node server can do for an acknowledged push: node:http reads a JSON body, node:sqlite makes one durable
 * transaction, and the answer has the next ETag. No credential, no checks, no queue, no log, no viewers. What one
 * client gets from it is the ceiling that this machine sets.
 *
 * Usage: PORT=… node bare-server.ts
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { toPayload } from '../load/payload.ts';
import { openRawTransaction } from './raw-transaction.ts';

const PAYLOAD_CHARACTERS = 200;

const folder = mkdtempSync(join(tmpdir(), 'lectern-bench-bare-'));
process.once('SIGTERM', () => {
  rmSync(folder, { recursive: true, force: true });
  process.exit(0);
});
const transaction = openRawTransaction(join(folder, 'bare.db'));
let sequence = 0;

createServer((request, response) => {
  let body = '';
  request.setEncoding('utf8');
  request.on('data', (chunk: string) => {
    body += chunk;
  });
  request.on('end', () => {
    let data: unknown = null;
    if (request.method === 'POST') {
      JSON.parse(body);
      const verse = toPayload(sequence, PAYLOAD_CHARACTERS);
      transaction.run(sequence, verse);
      sequence++;
      data = { sequence, data: [{ text: verse }] };
    }
    const text = JSON.stringify(data);
    const headers = { 'content-type': 'application/json', 'content-length': text.length, etag: `"${sequence}"` };
    response.writeHead(200, headers).end(text);
  });
}).listen(Number(process.env.PORT), '127.0.0.1');
