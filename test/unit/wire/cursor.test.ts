import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { CursorSigner, ListCursors } from '../../../src/http/operation/cursor.ts';

const signer = new CursorSigner(randomBytes(32));
/** Contents of cursors: small JSON values. */
const value = fc.oneof(
  fc.integer(),
  fc.string({ maxLength: 40 }),
  fc.array(fc.oneof(fc.integer(), fc.string({ maxLength: 20 })), { maxLength: 5 }),
);
const OTHER: Record<string, string> = { A: 'B' };

describe('cursors', () => {
  it('when a value is signed, then its cursor gives it back and fits in a query string', () => {
    fc.assert(
      fc.property(fc.string(), value, (purpose, signed) => {
        const cursor = signer.sign(purpose, signed);
        assert.match(cursor, /^[A-Za-z0-9_-]+$/);
        assert.deepEqual(signer.verify(purpose, cursor), signed);
      }),
    );
  });

  it('when a cursor is used for another purpose or on another installation, then it is not valid', () => {
    const stranger = new CursorSigner(randomBytes(32));
    fc.assert(
      fc.property(fc.string(), fc.string(), value, (purpose, other, signed) => {
        fc.pre(purpose !== other);
        const cursor = signer.sign(purpose, signed);
        assert.equal(signer.verify(other, cursor), undefined);
        assert.equal(stranger.verify(purpose, cursor), undefined);
      }),
    );
  });

  it('when one character of a cursor is changed, or it is cut or extended, then it is not valid', () => {
    fc.assert(
      fc.property(value, fc.nat(), fc.constantFrom(...'ABCxyz019-_=+/. %'), (signed, place, character) => {
        const cursor = signer.sign('purpose', signed);
        const at = place % cursor.length;
        const put = cursor[at] === character ? (OTHER[character] ?? 'A') : character;
        const changed = [
          cursor.slice(0, at) + put + cursor.slice(at + 1),
          cursor.slice(0, at),
          cursor.slice(at + 1),
          cursor.slice(0, at) + put + cursor.slice(at),
          cursor + put,
        ];
        for (const text of changed) if (text !== cursor) assert.equal(signer.verify('purpose', text), undefined, text);
      }),
      { numRuns: 500 },
    );
  });

  it('when any other text is verified, then the result is undefined, at any length', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.base64String(), fc.string({ unit: 'binary', maxLength: 2000 })), (text) => {
        assert.equal(signer.verify('purpose', text), undefined);
      }),
      { numRuns: 500 },
    );
    assert.equal(signer.verify('purpose', 'A'.repeat(1_000_000)), undefined);
  });
});

describe('cursors of lists', () => {
  const lists = new ListCursors(signer, 'epoch');

  it('when a cursor of a list is read, then it gives its position, and null without one', () => {
    assert.deepEqual(lists.read('lives', lists.sign('lives', { id: 'a' })), { id: 'a' });
    assert.equal(lists.read('lives', undefined), null);
  });

  it('[D5] when a cursor is from before a restore, for another list, or from before cursors had an epoch, then it is refused', () => {
    const restored = new ListCursors(signer, 'epoch of later');
    for (const cursor of [restored.sign('lives', 1), lists.sign('tokens', 1), signer.sign('lives', 1), '']) {
      assert.throws(() => lists.read('lives', cursor), { code: 'invalid_cursor' });
    }
  });
});
