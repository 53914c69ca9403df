import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { isNotModified } from '../../../src/domain/not-modified.ts';
import { parseIfMatch } from '../../../src/http/operation/preconditions.ts';
import { leastCpuMs } from '../../support/server/least-cpu-ms.ts';

/**
 * The characters between the quotes of an entity tag (RFC 9110 §8.8.3), without obs-text, which our tags do not
 * contain.
 */
const tagText = fc
  .array(fc.integer({ min: 0x21, max: 0x7e }).filter((code) => code !== 0x22))
  .map((codes) => String.fromCharCode(...codes));
const strongTag = tagText.map((text) => `"${text}"`);
const anyTag = fc.tuple(fc.constantFrom('', 'W/'), strongTag).map(([prefix, tag]) => prefix + tag);

describe('[D5] If-Match', () => {
  it('when there is no header, then If-Match is missing', () => {
    assert.equal(parseIfMatch(undefined), 'missing');
  });

  it('when there is exactly one strong entity tag, then it is taken', () => {
    fc.assert(fc.property(strongTag, (tag) => assert.deepEqual(parseIfMatch(tag), { tag })));
  });

  it('when there are weak tags, lists or the wildcard, then they are refused', () => {
    const list = fc.array(anyTag, { minLength: 2, maxLength: 4 });
    const separator = fc.constantFrom(',', ', ', ' , ', ' ');
    fc.assert(
      fc.property(list, separator, strongTag, (tags, between, tag) => {
        assert.equal(parseIfMatch(tags.join(between)), 'invalid');
        assert.equal(parseIfMatch(`W/${tag}`), 'invalid');
      }),
    );
    assert.equal(parseIfMatch('*'), 'invalid');
  });

  it('when any text is parsed, then there is a response, and a tag only where the whole text is one', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.string({ unit: 'binary' }), anyTag), (text) => {
        const parsed = parseIfMatch(text);
        if (typeof parsed === 'string') assert.equal(parsed, 'invalid');
        else
          assert.deepEqual(
            [parsed.tag, text.at(0), text.at(-1), text.slice(1, -1).includes('"')],
            [text, '"', '"', false],
          );
      }),
      { numRuns: 1000 },
    );
  });

  it('when a header is as long as Node accepts, then parsing is quick', async () => {
    for (const long of [`"${'a'.repeat(16_000)}`, '"",'.repeat(5_000), 'W/'.repeat(8_000), ' '.repeat(16_000)]) {
      const took = await leastCpuMs(100, async () => {
        assert.equal(parseIfMatch(long), 'invalid');
        assert.equal(isNotModified(long, '"x"'), false);
      });
      assert.ok(took < 100, `${long.slice(0, 10)} took ${took} ms`);
    }
  });
});

describe('[D5] If-None-Match', () => {
  it('when a tag stands alone, weak, or anywhere in a list, then it matches', () => {
    fc.assert(
      fc.property(
        fc.array(anyTag),
        strongTag,
        fc.array(anyTag),
        fc.constantFrom('', 'W/'),
        (before, etag, after, prefix) => {
          assert.equal(isNotModified([...before, prefix + etag, ...after].join(', '), etag), true);
        },
      ),
    );
  });

  it('when a list has only other tags, then it does not match', () => {
    fc.assert(
      fc.property(fc.array(anyTag), strongTag, (tags, etag) => {
        const others = tags.filter((tag) => tag.replace('W/', '') !== etag);
        assert.equal(isNotModified(others.join(', '), etag), false);
      }),
    );
  });

  it('when there is the wildcard, then everything matches; without a header nothing does', () => {
    fc.assert(
      fc.property(strongTag, (etag) => {
        assert.equal(isNotModified('*', etag), true);
        assert.equal(isNotModified(undefined, etag), false);
      }),
    );
  });

  it('when any text is compared, then there is a response', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), strongTag, (text, etag) => {
        assert.equal(typeof isNotModified(text, etag), 'boolean');
        if (!text.includes(etag) && text.trim() !== '*') assert.equal(isNotModified(text, etag), false);
      }),
      { numRuns: 1000 },
    );
  });
});
