/**
 * node:http that frames an event once and writes that buffer to the socket of every open stream. GET opens a stream of
 * Server-Sent Events, POST publishes its body as one event, and /page is a plain page that shows it.
 */
import { createServer, type ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';

/** Has the elements that measurements look for on the pages of the product. */
const PAGE = `<!doctype html>
<input class="bar-input" autofocus>
<p class="lamp">ready</p><p class="live-flag">live</p><p id="text"></p>
<script>
  new EventSource('/').addEventListener('change', ({ data }) => {
    document.querySelector('#text').textContent = data;
  });
</script>`;

const streams = new Set<ServerResponse>();

const server = createServer(async (request, response) => {
  if (request.method === 'POST') {
    const event = `event: change\ndata: ${await text(request)}\n\n`;
    response.writeHead(200, { 'content-length': 0 }).end();
    const chunk = Buffer.from(`${Buffer.byteLength(event).toString(16)}\r\n${event}\r\n`);
    for (const stream of streams) stream.socket!.write(chunk);
  } else if (request.url === '/') {
    response.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-store' });
    response.write('event: state\ndata: none\n\n');
    streams.add(response);
    response.on('close', () => streams.delete(response));
  } else {
    response.writeHead(200, { 'content-type': 'text/html' }).end(PAGE);
  }
});
server.requestTimeout = 0;
server.listen(Number(process.env.PORT), '127.0.0.1', 4_096);
