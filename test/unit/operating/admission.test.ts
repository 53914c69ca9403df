import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import Fastify, { type FastifyReply } from 'fastify';
import { LecternError } from '../../../src/contract/lectern-error.ts';
import { Admission } from '../../../src/http/admission/admission.ts';

const LIMITS = {
  requests: 1_000,
  peer: 1_000,
  principal: 1_000,
  polls: 1_000,
  texts: 10,
  audience: 1_000,
  pages: 10,
  guesses: 20,
  documents: 20,
  terminals: 20,
};

/** Runs `work` with the reply of a real request, and gives the headers that were sent. */
async function headersOf(work: (reply: FastifyReply) => Promise<void>): Promise<Record<string, unknown>> {
  const app = Fastify();
  app.get('/', async (_request, reply) => {
    await work(reply);
    return '';
  });
  const response = await app.inject('/');
  await app.close();
  assert.equal(response.statusCode, 200, response.body);
  return response.headers;
}

const isRefusal = (error: unknown) =>
  error instanceof LecternError && error.code === 'rate_limited' && (error.retryAfterSeconds ?? 0) >= 1;

describe('[D10] admission', () => {
  it('when an address is written in any of its forms, or is gone, then it is recognized', async () => {
    const admission = new Admission({ ...LIMITS, audience: 1 }, null);
    await admission.chargeAudience('192.0.2.1');
    await assert.rejects(admission.chargeAudience('::ffff:192.0.2.1'), isRefusal);
    await admission.chargeAudience('2001:db8::1');
    await admission.chargeAudience(undefined as unknown as string);
    await assert.rejects(admission.chargeAudience(undefined as unknown as string), isRefusal);
    const written = 'x'.repeat(64);
    await admission.chargeAudience(`${written}1`);
    await assert.rejects(admission.chargeAudience(`${written}2`), isRefusal, 'keys are short, whatever a proxy writes');
  });

  it('when a poll is charged, then the response reports the tightest of its budgets', async () => {
    const headersWith = (limits: Partial<typeof LIMITS>) =>
      headersOf((reply) => new Admission({ ...LIMITS, ...limits }, null).chargePrincipal('one', reply, true));
    assert.match(String((await headersWith({})).ratelimit), /^"polls";r=999;t=\d+$/);
    assert.match(String((await headersWith({ principal: 500 })).ratelimit), /^"principal";r=499;t=\d+$/);
    assert.match(String((await headersWith({ polls: 500 })).ratelimit), /^"polls";r=499;t=\d+$/);
  });

  it('[D10] when addresses are of one IPv6 network, then they count as one peer; so does an IPv4 address, however it is written', async () => {
    const refusedAt = async (addresses: string[]) => {
      const admission = new Admission({ ...LIMITS, audience: 2 }, null);
      const charges = await Promise.allSettled(addresses.map((address) => admission.chargeAudience(address)));
      return charges.findIndex((charge) => charge.status === 'rejected' && isRefusal(charge.reason));
    };
    assert.equal(await refusedAt(['2001:db8:0:1::1', '2001:0db8::1:2:3:4:5', '2001:DB8:0:1:ffff::']), 2);
    assert.equal(await refusedAt(['2001:db8::1', '2001:db8:0:0:1::', '2001:db8:0::2']), 2);
    assert.equal(await refusedAt(['fe80::1%eth0', 'fe80::2', 'fe80::3']), 2);
    assert.equal(await refusedAt(['::ffff:192.0.2.1', '192.0.2.1', '192.0.2.1']), 2);
    assert.equal(await refusedAt(['2001:db8:0:1::1', '2001:db8:0:2::1', '2001:db8:1:1::1', '::1', '192.0.2.1']), -1);
  });
});
