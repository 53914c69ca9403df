/**
 * The least that a Node server can do for an acknowledged push: node:http reads a JSON body, node:sqlite makes one
 * durable transaction, and the response has the next ETag. No credential, no checks, no queue, no log, no viewers.
 * Usage: `node raw-pushes.ts FOLDER`.
 */
import { createServer } from 'node:http';
import { join } from 'node:path';
import { json } from 'node:stream/consumers';
import { openRawTransaction } from './raw-transaction.ts';

const transaction = openRawTransaction(join(process.argv[2]!, 'pushes.db'));
let sequence = 0;

createServer(async (request, response) => {
  let text = '{}';
  if (request.method === 'POST') {
    await json(request);
    transaction.run(sequence++);
    text = JSON.stringify({ sequence, data: [{ text: transaction.text }] });
  }
  const headers = { 'content-type': 'application/json', 'content-length': text.length, etag: `"${sequence}"` };
  response.writeHead(200, headers).end(text);
}).listen(Number(process.env.PORT), '127.0.0.1');
