/**
 * node:http that frames an event once and writes the one buffer to the socket of every open stream: what our audience
 * stream is compared with. GET opens a stream of Server-Sent Events; POST publishes its body as one event.
 *
 * Usage: `PORT=8081 node raw-stream.ts`.
 */
import { createServer, type ServerResponse } from 'node:http';

const BACKLOG = 4096;
const streams = new Set<ServerResponse>();

const server = createServer((request, response) => {
  if (request.method === 'POST') {
    let text = '';
    request.setEncoding('utf8').on('data', (part: string) => {
      text += part;
    });
    request.on('end', () => {
      response.writeHead(200, { 'content-length': 0 }).end();
      const event = `data: ${text}\n\n`;
      const chunk = Buffer.from(`${Buffer.byteLength(event).toString(16)}\r\n${event}\r\n`);
      for (const stream of streams) stream.socket!.write(chunk);
    });
    return;
  }
  response.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-store' });
  response.write(': subscribed\n\n');
  streams.add(response);
  response.on('close', () => streams.delete(response));
});
server.requestTimeout = 0;
server.listen(Number(process.env.PORT), '127.0.0.1', BACKLOG, () => console.log('ready'));
