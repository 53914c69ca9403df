import assert from 'node:assert/strict';
import { describe, it, mock } from 'node:test';
import type { Audience, Subscription } from '../../../src/audience/audience.ts';
import type { Frame } from '../../../src/audience/frame.ts';
import { OutputStreams } from '../../../src/audience/outputs/output-streams.ts';
import type { StreamResponse } from '../../../src/audience/stream-connection.ts';
import { OUTPUT_LEASE_SECONDS, OUTPUT_RENEWAL_SECONDS } from '../../../src/contract/limits.ts';
import type { Outputs } from '../../../src/domain/outputs/outputs.ts';
import type { OutputRecord, OutputStore, PageLease } from '../../../src/storage/storage.ts';

const OUTPUT = { id: 'o', liveId: 'l', name: 'Projector', view: 'screen', settings: {}, hash: 'h' } as OutputRecord;

describe('[D60] a page of an output whose lease is gone', () => {
  /** One page, on a node whose renewals are as given: the leases that are gone, or an error. */
  const open = async (t: { after(end: () => void): void }) => {
    mock.timers.enable({ apis: ['setInterval'] });
    let nowMs = 0;
    mock.method(performance, 'now', () => nowMs);
    t.after(() => {
      mock.timers.reset();
      mock.restoreAll();
    });
    let lease: PageLease | undefined;
    let renew: () => Promise<PageLease[]> = async () => [];
    const store = {
      connect: async (made: PageLease) => {
        lease = made;
        return [];
      },
      renew: () => renew(),
      findAll: async () => [OUTPUT],
      disconnect: async () => {},
    } as unknown as OutputStore;
    const sent: string[] = [];
    const line = { write: ({ plain }: Frame) => sent.push(String(plain)), onClose() {} };
    const seat = { connection: line, leave: () => sent.push('left') };
    const room = { join: async () => seat } as unknown as Audience;
    const outputs = { follow() {} } as unknown as Outputs;
    const streams = new OutputStreams({ output: room, stage: room }, outputs, store, { warn() {} });
    await streams.open(OUTPUT, {} as Subscription, {} as StreamResponse);
    const pass = async (seconds: number, renewal: () => Promise<PageLease[]>) => {
      renew = renewal;
      nowMs += seconds * 1000;
      mock.timers.tick(OUTPUT_RENEWAL_SECONDS * 1000);
      for (let turn = 0; turn < 20; turn++) await Promise.resolve();
    };
    sent.length = 0;
    return { sent, pass, goneLease: async () => [lease!] };
  };

  it('when it was ended by another node, then the page is notified that it is open elsewhere', async (t) => {
    const { sent, pass, goneLease } = await open(t);
    await pass(OUTPUT_RENEWAL_SECONDS, async () => []);
    assert.deepEqual(sent, []);
    await pass(OUTPUT_RENEWAL_SECONDS, goneLease);
    assert.deepEqual(sent, ['event: ended\ndata: "replaced"\n\n', 'left']);
  });

  it('when the node was cut off until it had run out, then the page comes back at once', async (t) => {
    const { sent, pass, goneLease } = await open(t);
    await pass(OUTPUT_LEASE_SECONDS / 2, () => Promise.reject(new Error('cut off')));
    await pass(OUTPUT_LEASE_SECONDS, goneLease);
    assert.deepEqual(sent, ['event: closed\ndata: \n\n', 'left']);
  });
});
