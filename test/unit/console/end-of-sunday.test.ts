import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { endOfSunday } from '../../../web/console/remote-links/end-of-sunday.ts';

describe('[D68] the end of Sunday', () => {
  const { TZ } = process.env;
  before(() => {
    process.env.TZ = 'Europe/Berlin';
  });
  after(() => {
    if (TZ === undefined) delete process.env.TZ;
    else process.env.TZ = TZ;
  });

  for (const [now, end, why] of [
    ['2026-11-23T00:00:00+01:00', '2026-11-29T22:59:59.000Z', 'on Monday, at the end of the week'],
    ['2026-11-28T23:30:00+01:00', '2026-11-29T22:59:59.000Z', 'on Saturday night, tomorrow'],
    ['2026-11-29T09:00:00+01:00', '2026-11-29T22:59:59.000Z', 'on Sunday, today'],
    ['2026-11-29T22:54:00+01:00', '2026-11-29T22:59:59.000Z', 'over an hour before the end, today'],
    ['2026-11-29T22:56:00+01:00', '2026-12-06T22:59:59.000Z', 'closer to the end than a link lasts, a week later'],
    ['2026-10-24T12:00:00+02:00', '2026-10-25T22:59:59.000Z', 'when the clocks change that night, in the new time'],
    ['2026-12-31T12:00:00+01:00', '2027-01-03T22:59:59.000Z', 'across the end of the year'],
  ] as const) {
    it(`is ${why}`, () => assert.equal(endOfSunday(new Date(now)).toISOString(), end));
  }
});
