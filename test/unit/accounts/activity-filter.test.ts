import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { firstAuditIdAt } from '../../../src/domain/audit/audit.ts';
import { readActivityQuery } from '../../../src/pages/account/activity-filter.ts';

describe('[D43] the days of the activity filter', () => {
  const read = (query: string) => {
    const values = new URLSearchParams(query);
    return readActivityQuery({ query: (name) => values.get(name) ?? '' });
  };

  it('when clocks change between the day and today, or on the day, then it begins and ends at its own midnights', () => {
    for (const [day, zone, start, end] of [
      ['2027-01-15', 'Pacific/Auckland', '2027-01-14T11:00Z', '2027-01-15T11:00Z'],
      ['2027-07-15', 'Pacific/Auckland', '2027-07-14T12:00Z', '2027-07-15T12:00Z'],
      ['2027-09-26', 'Pacific/Auckland', '2027-09-25T12:00Z', '2027-09-26T11:00Z'],
      ['2018-11-04', 'America/Sao_Paulo', '2018-11-04T03:00Z', '2018-11-05T02:00Z'],
      ['2027-03-28', '', '2027-03-28T00:00Z', '2027-03-29T00:00Z'],
    ] as const) {
      const { since, before } = read(`from=${day}&to=${day}&zone=${zone}`);
      assert.deepEqual(
        [since, before],
        [start, end].map((time) => firstAuditIdAt(Date.parse(time))),
        day,
      );
    }
  });
});
