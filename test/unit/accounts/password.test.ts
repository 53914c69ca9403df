import assert from 'node:assert/strict';
import { argon2Sync } from 'node:crypto';
import { describe, it } from 'node:test';
import { findPasswordProblem, hashPassword, verifyPassword } from '../../../src/domain/account/identity/password.ts';

describe('a password (NIST SP 800-63B §3.1.1.2)', () => {
  it('when a password has 8 to 1024 characters, of any kind, then it is accepted', () => {
    for (const taken of [
      'a b c d ',
      'ünïcödé!',
      '🙂🙃😀😁😂🤣😃😄',
      'correct horse battery staple',
      'x1'.repeat(512),
    ]) {
      assert.equal(findPasswordProblem(taken, []), null, taken.slice(0, 20));
    }
    assert.equal(findPasswordProblem('1234567', []), 'too_short');
    assert.equal(findPasswordProblem('🙂'.repeat(7), []), 'too_short');
    assert.equal(findPasswordProblem('x1'.repeat(513), []), 'too_long');
  });

  it('when a password is among the first that are tried, or is what is known of the person, then it is refused', () => {
    for (const common of [
      'password',
      'PASSWORD1',
      '12345678',
      'Passwort',
      'senha123',
      'zzzzzzzzzz',
      'ｐａｓｓｗｏｒｄ',
    ]) {
      assert.equal(findPasswordProblem(common, []), 'common', common);
    }
    const known = ['Ada.Lovelace@example.org', 'Ada Lovelace'];
    for (const personal of ['ada.lovelace@EXAMPLE.org', 'ada.lovelace', 'adalovelace', 'Ada Lovelace']) {
      assert.equal(findPasswordProblem(personal, known), 'personal', personal);
    }
    assert.equal(findPasswordProblem('Ada Lovelace writes', known), null);
  });

  it('when a keyboard composes the characters differently, then the password is right; in another case it is wrong', async () => {
    const hash = await hashPassword('Käse und Brot');
    assert.match(hash, /^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
    assert.deepEqual(await verifyPassword('Käse und Brot'.normalize('NFD'), hash), { right: true, outdated: false });
    assert.equal((await verifyPassword('käse und brot', hash)).right, false);
    assert.equal((await verifyPassword('', hash)).right, false);
    assert.equal((await verifyPassword('Käse und Brot', null)).right, false);
    assert.notEqual(await hashPassword('Käse und Brot'), hash);
  });

  it('when a password was hashed at a lower cost, then it is right, and outdated', async () => {
    const nonce = Buffer.from('a salt of 16 byt');
    const tag = argon2Sync('argon2id', {
      message: 'an old password',
      nonce,
      tagLength: 32,
      memory: 1_024,
      passes: 1,
      parallelism: 1,
    });
    const base64 = (bytes: Buffer) => bytes.toString('base64').replaceAll('=', '');
    const hash = `$argon2id$v=19$m=1024,t=1,p=1$${base64(nonce)}$${base64(tag)}`;
    assert.deepEqual(await verifyPassword('an old password', hash), { right: true, outdated: true });
    assert.equal((await verifyPassword('another password', hash)).right, false);
  });

  it('when too many passwords are checked at once, then those for which there is no room are refused, and the others checked', async () => {
    const results = await Promise.allSettled(Array.from({ length: 80 }, () => verifyPassword('a password', null)));
    const refused = results.filter((result) => result.status === 'rejected');
    assert.equal(refused.length, 80 - 2 - 64);
    for (const { reason } of refused) assert.equal(reason.code, 'unavailable');
    assert.equal((await verifyPassword('a password', null)).right, false);
  });
});
