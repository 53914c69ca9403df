/**
 * node:http that holds polls, and responds to those of a path when something is posted to it: after its n-th change
 * with the bytes that ours sent after the n-th. No credential, no cursor, no limit. Usage: `node raw-polls.ts ANSWERS`.
 */
import { createServer, type ServerResponse } from 'node:http';

export interface RawPollAnswers {
  readonly headers: Record<string, string>;
  /** The first one is sent before any change. */
  readonly bodies: readonly string[];
}

const { headers, bodies } = JSON.parse(process.argv[2]!) as RawPollAnswers;
const answers = bodies.map((text) => {
  const body = Buffer.from(text);
  return { body, headers: { ...headers, 'content-length': body.length } };
});
const lives = new Map<string, { changes: number; polls: Set<ServerResponse> }>();

function respond(response: ServerResponse, changes: number): void {
  const answer = answers[changes]!;
  response.writeHead(200, answer.headers).end(answer.body);
}

const server = createServer((request, response) => {
  const [path = '', query = ''] = request.url!.split('?', 2);
  const live = lives.get(path) ?? { changes: 0, polls: new Set() };
  lives.set(path, live);
  if (request.method === 'POST') {
    response.writeHead(204).end();
    const { polls } = live;
    live.changes++;
    live.polls = new Set();
    for (const poll of polls) respond(poll, live.changes);
  } else if (query.includes('after=')) {
    live.polls.add(response);
    response.on('close', () => live.polls.delete(response));
  } else {
    respond(response, live.changes);
  }
});
server.requestTimeout = 0;
server.keepAliveTimeout = 120_000;
server.listen(Number(process.env.PORT), '127.0.0.1', 4_096);
