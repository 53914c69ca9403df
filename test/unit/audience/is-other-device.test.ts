import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isOtherDevice } from '../../../src/server/is-other-device.ts';

type Request = Parameters<typeof isOtherDevice>[0];
const from = (remoteAddress: string, localAddress: string, cookie?: string) =>
  ({ headers: { cookie }, socket: { remoteAddress, localAddress } }) as Request;
const LOCAL = 'http://127.0.0.1:8080';

test('when a page is opened on the machine of the server, then it is no other device, by any of its addresses', () => {
  assert.equal(isOtherDevice(from('127.0.0.1', '127.0.0.1'), LOCAL), false);
  assert.equal(isOtherDevice(from('192.168.1.20', '192.168.1.20'), LOCAL), false);
});

test('when a page is opened in the network or through a proxy, then it is another device, unless it is signed in', () => {
  for (const [request, publicUrl] of [
    [from('192.168.1.31', '192.168.1.20'), LOCAL],
    [from('127.0.0.1', '127.0.0.1'), 'https://lectern.example'],
  ] as const) {
    assert.equal(isOtherDevice(request, publicUrl), true);
    for (const cookie of ['lectern_session=x', 'a=b; __Host-lectern_session=x'])
      assert.equal(isOtherDevice({ ...request, headers: { cookie } }, publicUrl), false);
    assert.equal(isOtherDevice({ ...request, headers: { cookie: 'other_lectern_session=x' } }, publicUrl), true);
  }
});
