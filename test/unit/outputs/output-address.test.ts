import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { parseOutputAddress } from '../../../src/contract/output-address.ts';

const parse = (query: string) => parseOutputAddress(new URLSearchParams(query));

describe('[D60] the parameters of the address of an output', () => {
  it('when they are as documented, then they are read', () => {
    assert.deepEqual(parse(''), { invalid: null });
    assert.deepEqual(parse('background=transparent&size=150&margin=0&align=center&show=attribution,text'), {
      background: 'transparent',
      size: 150,
      margin: 0,
      align: 'center',
      show: ['text', 'attribution'],
      invalid: null,
    });
    assert.deepEqual(parse('background=%2300FF00&size=50%25&margin=20%25'), {
      background: '#00ff00',
      size: 50,
      margin: 20,
      invalid: null,
    });
    for (const [query, background] of [
      ['background=black', 'black'],
      ['background=00ff0080', '#00ff0080'],
      ['background=%23000000', '#000000'],
    ]) {
      assert.deepEqual(parse(query!), { background, invalid: null });
    }
  });

  it('when one means nothing, then it is ignored and named, and the others count', () => {
    const malformed = {
      background: ['', 'red', '#fff', '#12345', 'url(x)', 'black;color:red', 'var(--x)', '#00ff00;', 'rgb(0,0,0)'],
      size: ['', '49', '201', '1e2', '100.5', '-100', 'big'],
      margin: ['', '21', '-1', '5px', '0x5'],
      align: ['', 'justify', 'LEFT', 'center;'],
      show: ['', 'verse', 'text,', 'text;reference'],
    };
    for (const [name, values] of Object.entries(malformed)) {
      for (const value of values) {
        const { invalid, ...address } = parseOutputAddress(new URLSearchParams({ [name]: value }));
        assert.deepEqual([invalid, address], [name, {}], `${name}=${value}`);
      }
    }
    assert.deepEqual(parse('size=9&align=right&margin=99'), { align: 'right', invalid: 'size' });
  });

  it('when anything is given, then nothing but a known word, a number or a colour comes of it', () => {
    fc.assert(
      fc.property(fc.string(), (text) => {
        const { background, size, margin } = parseOutputAddress(
          new URLSearchParams({ background: text, size: text, margin: text, align: text, show: text }),
        );
        assert.match(background ?? 'black', /^(transparent|black|#[0-9a-f]{6}|#[0-9a-f]{8})$/);
        assert.ok((size ?? 50) >= 50 && (size ?? 50) <= 200);
        assert.ok((margin ?? 0) >= 0 && (margin ?? 0) <= 20);
      }),
    );
  });
});
