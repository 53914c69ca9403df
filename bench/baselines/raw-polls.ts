/**
 * node:http that parks requests and answers those of one path when something is posted to it: what our long polls are
 * compared with. It sends the bytes that ours sent, to the n-th change of a path the n-th answer of ours, and a
 * heartbeat at the end of the wait. No credential, no cursor, no limit.
 *
 * Usage: `PORT=8081 node raw-polls.ts ANSWERS.json` (RawPollAnswers).
 */
import { readFileSync } from 'node:fs';
import { createServer, type ServerResponse } from 'node:http';

export type RawPollAnswers = {
  headers: Record<string, string>;
  /**
   * Bodies after n changes: the first are the snapshot, which comes without waiting, and the heartbeat before any
   * change.
   */
  answers: { event: string; heartbeat: string }[];
};

const BACKLOG = 4096;

const { headers, answers } = JSON.parse(readFileSync(process.argv[2]!, 'utf8')) as RawPollAnswers;
const prepared = answers.map(({ event, heartbeat }) => ({ event: prepare(event), heartbeat: prepare(heartbeat) }));
type Parked = { changes: number; polls: Map<ServerResponse, NodeJS.Timeout> };
const parked = new Map<string, Parked>();

const server = createServer((request, response) => {
  const url = request.url!;
  const [path = '', query = ''] = url.split('?', 2);
  let live = parked.get(path);
  if (!live) {
    live = { changes: 0, polls: new Map() };
    parked.set(path, live);
  }
  if (request.method === 'POST') request.resume().on('end', () => change(live, response));
  else if (!query.includes('after=')) send(response, prepared[live.changes]!.event);
  else park(live, response, Number(/wait=(\d+)/.exec(query)?.[1]) * 1000);
});
server.requestTimeout = 0;
server.timeout = 0;
server.keepAliveTimeout = 120_000;
server.listen(Number(process.env.PORT), '127.0.0.1', BACKLOG, () => console.log('ready'));

function park(live: Parked, response: ServerResponse, milliseconds: number): void {
  const deadline = setTimeout(() => {
    live.polls.delete(response);
    send(response, prepared[live.changes]!.heartbeat);
  }, milliseconds);
  live.polls.set(response, deadline);
  response.on('close', () => {
    live.polls.delete(response);
    clearTimeout(deadline);
  });
}

function change(live: Parked, response: ServerResponse): void {
  response.writeHead(204).end();
  live.changes++;
  const answer = prepared[live.changes]!.event;
  const { polls } = live;
  live.polls = new Map();
  for (const [poll, deadline] of polls) {
    clearTimeout(deadline);
    send(poll, answer);
  }
}

function prepare(text: string) {
  const body = Buffer.from(text);
  return { body, headers: { ...headers, 'content-length': body.length } };
}

function send(response: ServerResponse, { body, headers }: ReturnType<typeof prepare>): void {
  response.writeHead(200, headers).end(body);
}
