import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { createRequestId } from '../../../src/http/server/request-id.ts';

/** [D2]: 1–64 of `[A-Za-z0-9._-]`. */
const WELL_FORMED = /^[A-Za-z0-9._-]{1,64}$/;
const from = (given: string | string[] | undefined) =>
  createRequestId({ headers: { 'x-request-id': given as string } });

describe('[D2] request ids', () => {
  it('when the client sends a well-formed id, then it is kept', () => {
    const characters = [...'ABCXYZabcxyz0189._-'];
    const id = fc
      .array(fc.constantFrom(...characters), { minLength: 1, maxLength: 64 })
      .map((chosen) => chosen.join(''));
    fc.assert(fc.property(id, (given) => assert.equal(from(given), given)));
  });

  it('when the client sends anything else, then it is replaced by a well-formed id', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.string({ unit: 'binary', maxLength: 100 })), (given) => {
        fc.pre(!WELL_FORMED.test(given));
        const id = from(given);
        assert.match(id, WELL_FORMED);
        assert.notEqual(id, given);
      }),
      { numRuns: 500 },
    );
    for (const given of ['', 'x'.repeat(65), 'a b', 'a\n', 'é', 'a, b']) assert.match(from(given), WELL_FORMED);
  });

  it('[D35] when an id holds a credential, then it is replaced', () => {
    for (const prefix of ['bt_', 'svc_', 'oa_', 'or_', 'out_', 'rem_']) {
      for (const given of [prefix + 'a'.repeat(49), `x-${prefix}${'0'.repeat(49)}`, prefix + 'Z'.repeat(30)]) {
        assert.ok(!from(given).includes(prefix), given);
      }
    }
    assert.equal(from('or_not'), 'or_not');
  });

  it('when requests have no id, then their ids differ from request to request', () => {
    const ids = Array.from({ length: 1000 }, () => from(undefined));
    assert.equal(new Set(ids).size, ids.length);
    for (const id of ids) assert.match(id, WELL_FORMED);
  });
});
