import assert from 'node:assert/strict';
import { once } from 'node:events';
import type { Server } from 'node:http';
import { connect, type Socket } from 'node:net';
import { after, before, describe, it } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { EVENT_WAIT_MAX_SECONDS, STREAM_HEARTBEAT_SECONDS } from '../../../src/contract/limits.ts';
import { saveEdition } from '../../../src/editions/save-edition.ts';
import { createLiveController, type LiveController } from '../../support/requests/live-controller.ts';
import { eventually } from '../../support/requests/pusher.ts';
import {
  createTestOrganization,
  smallEdition,
  startTestLectern,
  type TestLectern,
} from '../../support/server/lectern.ts';

/** The response is longer than what the kernel takes for a client that does not read. */
const LONG_TEXT = 'and it came to pass '.repeat(1_500);
const LONG_VERSES = 400;
const RESPONSE_MIN_BYTES = LONG_VERSES * LONG_TEXT.length;
/** Instead of the real ones, so that a test need not wait for minutes. */
const SHORT_TIMEOUT_MS = 2_000;
/** A client that takes a piece this often needs several of those timeouts for the whole. */
const PIECE_MS = 25;
const SHORTEST_READ_MS = 2 * SHORT_TIMEOUT_MS;
/** Time for a stop to look for idle connections several times. */
const STOP_BEGUN_MS = 400;

async function startSeeded(): Promise<{ lectern: TestLectern; controller: LiveController }> {
  const lectern = await startTestLectern();
  const chapter = Object.fromEntries(Array.from({ length: LONG_VERSES }, (_, index) => [index + 1, LONG_TEXT]));
  await saveEdition(lectern.installation.editions, smallEdition('long', { 19: { 119: chapter } }));
  const owner = await createTestOrganization(lectern);
  await lectern.installation.administration.enableEdition('long', { organization: owner.id });
  const controller = await createLiveController(lectern, owner, { translations: ['long'] });
  await controller.push({ book_id: 19, chapter: 119 });
  return { lectern, controller };
}

/**
 * A client that has asked for a long response and reads nothing yet; `serving` is the server's side of its connection.
 */
async function askWithoutReading(
  { server }: TestLectern,
  controller: LiveController,
): Promise<{ client: Socket; serving: Socket }> {
  const accepted = once(server.app.server, 'connection') as Promise<[Socket]>;
  const client = connect(server.port, '127.0.0.1');
  client.on('error', () => client.destroy());
  client.pause();
  client.write(
    `GET ${controller.path}/events HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${controller.owner.token}\r\n\r\n`,
  );
  const [serving] = await accepted;
  await eventually('the response is on its way, and stuck', async () => {
    const before = serving.writableLength;
    await sleep(100);
    return before > 0 && serving.writableLength === before;
  });
  return { client, serving };
}

/** Reads what comes, until the response is whole or the connection is closed. */
async function readWhole(client: Socket, pauseMs: number): Promise<{ expected: number; received: number }> {
  let head = '';
  let received = 0;
  let expected = Number.POSITIVE_INFINITY;
  for await (const bytes of client) {
    if (Number.isFinite(expected)) received += bytes.length;
    else {
      head += bytes.toString('latin1');
      const end = head.indexOf('\r\n\r\n');
      if (end < 0) continue;
      assert.match(head, /^HTTP\/1\.1 200 /);
      expected = Number(/content-length: (\d+)/i.exec(head)![1]);
      received = head.length - end - 4;
    }
    if (received >= expected) break;
    if (pauseMs > 0) await sleep(pauseMs);
  }
  assert.ok(expected >= RESPONSE_MIN_BYTES, `${expected} bytes`);
  return { expected, received };
}

describe('clients that read slowly, or not at all', () => {
  let lectern: TestLectern;
  let controller: LiveController;
  let http: Server;
  let timeoutMs: number;
  before(async () => {
    ({ lectern, controller } = await startSeeded());
    http = lectern.server.app.server;
    timeoutMs = http.timeout;
    http.timeout = SHORT_TIMEOUT_MS;
  });
  after(() => lectern?.close());

  it('[Events], [D44] when a poll waits or a stream beats, then it is never silent for as long as a connection may be', () => {
    const longestSilenceMs = Math.max(EVENT_WAIT_MAX_SECONDS, STREAM_HEARTBEAT_SECONDS) * 1000;
    assert.ok(timeoutMs >= 2 * longestSilenceMs && timeoutMs <= 120_000, `${timeoutMs} ms`);
  });

  it('[D25] when a client takes nothing of its response, then it is disconnected, and what is held for it is released', async () => {
    const { client, serving } = await askWithoutReading(lectern, controller);
    await once(serving, 'close');
    assert.equal(serving.destroyed, true);
    client.destroy();
  });

  it('[D25] when a client takes its response slowly, then it gets the whole, however long that takes', async () => {
    const { client } = await askWithoutReading(lectern, controller);
    const begun = performance.now();
    const { received, expected } = await readWhole(client, PIECE_MS);
    assert.equal(received, expected);
    assert.ok(performance.now() - begun > SHORTEST_READ_MS, 'it took longer than a silent connection may last');
    client.destroy();
  });
});

describe('a server that stops while a client reads slowly', () => {
  it('[D46] when the server stops, then the response arrives whole, and a connection that is not used is closed', async () => {
    const { lectern, controller } = await startSeeded();
    const idle = connect(lectern.server.port, '127.0.0.1');
    await once(idle, 'connect');
    const idleClosed = once(idle.resume(), 'close');
    const { client, serving } = await askWithoutReading(lectern, controller);
    const closed = lectern.close();
    await sleep(STOP_BEGUN_MS);
    assert.equal(serving.destroyed, false, 'it is not cut');
    const { received, expected } = await readWhole(client, 0);
    assert.equal(received, expected);
    await closed;
    await idleClosed;
    client.destroy();
  });
});
