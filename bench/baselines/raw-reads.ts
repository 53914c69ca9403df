/** node:http that sends the bytes of our responses and does nothing else. Usage: `node raw-reads.ts ANSWERS`. */
import { createServer } from 'node:http';

/** A response, and the headers of the 304 for clients that have it. */
export interface RawAnswer {
  readonly body: string;
  readonly etag: string;
  readonly headers: Record<string, string>;
  readonly notModifiedHeaders: Record<string, string>;
}

/** By path. */
export type RawAnswers = Record<string, RawAnswer>;

const answers = new Map(
  Object.entries(JSON.parse(process.argv[2]!) as RawAnswers).map(([path, answer]) => [
    path,
    { ...answer, bytes: Buffer.from(answer.body) },
  ]),
);

createServer(({ url, headers }, response) => {
  const answer = answers.get(url!);
  if (!answer) response.writeHead(url === '/readyz' ? 200 : 404).end();
  else if (headers['if-none-match'] === answer.etag) response.writeHead(304, answer.notModifiedHeaders).end();
  else response.writeHead(200, answer.headers).end(answer.bytes);
}).listen(Number(process.env.PORT), '127.0.0.1');
