import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { toSharedAddress } from '../../../web/outputs/shared-address.ts';

describe('the address of an output for other devices', () => {
  const publicUrl = 'http://127.0.0.1:8080';
  const lanUrl = 'http://192.168.1.5:8080';

  it('when the server listens on the network, then the address begins with the network address', () => {
    const shared = toSharedAddress(`${publicUrl}/o/1#key`, { publicUrl, lanUrl });
    assert.equal(shared, `${lanUrl}/o/1#key`);
  });

  it('when other devices cannot reach the server, or the address is a different one, then it stays', () => {
    assert.equal(toSharedAddress(`${publicUrl}/o/1`, { publicUrl, lanUrl: null }), `${publicUrl}/o/1`);
    assert.equal(toSharedAddress(`${publicUrl}1/o/1`, { publicUrl, lanUrl }), `${publicUrl}1/o/1`);
  });
});
