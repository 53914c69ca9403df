import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { findFreePort } from '../test/support/server/free-port.ts';
import type { RawPollAnswers } from './baselines/raw-polls.ts';
import type { BenchmarkServer } from './lectern-server.ts';
import type { PollLoad } from './load/polls.ts';
import { openPushChain } from './load/push-chain.ts';
import { isListening, startPinnedServer } from './pinned-process.ts';

/** node:http adds these itself, or they are of one body. */
const NOT_KEPT = ['date', 'connection', 'keep-alive', 'transfer-encoding', 'content-length'];

/** node:http that answers polls with the bytes that ours sends: what a measure of polls needs of it. */
export type RawPollsServer = {
  port: number;
  pid: number;
  /** Lives that have not been changed yet. */
  lives(count: number): PollLoad['lives'];
  stop(): Promise<void>;
};

/** Records our responses to the polls of a Live before and after each change. Changes the Live. */
export async function recordPollAnswers(
  lectern: BenchmarkServer,
  liveId: string,
  changes: number,
): Promise<RawPollAnswers> {
  const path = lectern.eventsPath(liveId);
  const poll = async (query: string) => {
    const headers = { ...lectern.authorization, 'Accept-Encoding': 'identity' };
    const response = await fetch(`http://127.0.0.1:${lectern.port}${path}?${query}`, { headers });
    const body = await response.text();
    if (response.status !== 200) throw new Error(`GET ${path}: ${response.status} ${body}`);
    const kept = [...response.headers].filter(([name]) => !NOT_KEPT.includes(name));
    const { cursor } = JSON.parse(body) as { cursor: string };
    return { body, after: `after=${encodeURIComponent(cursor)}`, headers: Object.fromEntries(kept) };
  };
  const chain = await openPushChain(lectern.port, lectern.pushRequest(liveId));
  try {
    let event = await poll('');
    const answers: RawPollAnswers['answers'] = [];
    for (let number = 1; ; number++) {
      const heartbeat = await poll(`wait=0&${event.after}`);
      answers.push({ event: event.body, heartbeat: heartbeat.body });
      if (number > changes) return { headers: event.headers, answers };
      await chain.push(number);
      event = await poll(event.after);
    }
  } finally {
    chain.close();
  }
}

export async function startRawPolls(answers: RawPollAnswers, folder: string): Promise<RawPollsServer> {
  const port = await findFreePort();
  const file = join(folder, 'poll-answers.json');
  writeFileSync(file, JSON.stringify(answers));
  const ready = () => isListening(port);
  const server = await startPinnedServer('./baselines/raw-polls.ts', [file], { PORT: String(port) }, ready);
  let named = 0;
  const lives = (count: number) =>
    Array.from({ length: count }, () => {
      const path = `/v1/lives/${named++}/events`;
      return { path, change: { method: 'POST', path, body: '{}' } };
    });
  return { port, lives, ...server };
}
