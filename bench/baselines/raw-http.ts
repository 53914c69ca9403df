/**
 * node:http that sends given bytes and nothing else: what our reads are compared with.
 *
 * Usage: `PORT=8081 node raw-http.ts ANSWERS.json` (RawAnswers: path to answer). 304 when If-None-Match names the ETag.
 */
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';

export type RawAnswer = {
  headers: Record<string, string>;
  body: string;
  etag: string;
  /** Headers of the 304. */
  notModifiedHeaders: Record<string, string>;
};
export type RawAnswers = Record<string, RawAnswer>;

const answers = JSON.parse(readFileSync(process.argv[2]!, 'utf8')) as RawAnswers;
const prepared = new Map(
  Object.entries(answers).map(([path, answer]) => [path, { ...answer, bytes: Buffer.from(answer.body) }]),
);

const server = createServer((request, response) => {
  const answer = prepared.get(request.url!);
  if (!answer) {
    response.writeHead(404, { 'content-length': 0 }).end();
  } else if (request.headers['if-none-match'] === answer.etag) {
    response.writeHead(304, answer.notModifiedHeaders).end();
  } else {
    response.writeHead(200, answer.headers).end(answer.bytes);
  }
});
server.listen(Number(process.env.PORT), '127.0.0.1', () => console.log('ready'));
