import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { ERROR_CODES, type ErrorCode } from '../../../src/contract/error-codes.ts';
import { LecternError } from '../../../src/contract/lectern-error.ts';
import { toProblem, toProblemResponse } from '../../../src/http/responses/problem.ts';

const CODES = Object.keys(ERROR_CODES) as ErrorCode[];
const detailOf = (error: LecternError): string =>
  JSON.parse(toProblemResponse(error, 'http://x', 'id', false).body.toString()).detail;

describe('[D2] the detail of a problem', () => {
  for (const code of CODES) {
    it(`when the code is ${code}, then the detail says what happened, what is safe and what to do`, () => {
      const { status, meaning, recovery } = ERROR_CODES[code];
      for (const error of [new LecternError(code), new LecternError(code, 'It was like this.')]) {
        const detail = detailOf(error);
        assert.ok(detail.startsWith(error.detail ?? meaning), detail);
        assert.ok(detail.endsWith(recovery), detail);
        if (status < 500) assert.match(detail, /\bnothing was\b/i);
        assert.equal(
          detail.match(/nothing was changed/gi)?.length ?? 0,
          /changed/i.test(detail) && status < 500 ? 1 : 0,
        );
      }
      assert.equal(toProblem({ code }, 'http://x', 'id').detail, detailOf(new LecternError(code)));
    });
  }

  it('when it is known what to do about this very refusal, then the detail says so', () => {
    const error = new LecternError('forbidden', 'Too early.', { recovery: 'Come tomorrow.' });
    assert.equal(detailOf(error), 'Too early. Nothing was changed. Come tomorrow.');
  });

  it('when a problem has a cause, then the detail does not reveal it', () => {
    const detail = detailOf(new LecternError('internal_error', undefined, { cause: new Error('SELECT secret') }));
    assert.ok(!detail.includes('SELECT'));
  });
});
