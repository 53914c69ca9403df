import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { html, SafeHtml, trustedHtml } from '../../../src/pages/toolkit/html.ts';

test('when a person has typed anything, then a page escapes it', () => {
  assert.equal(
    html`<p title="${'"\'>'}">${'<script>&</script>'}</p>`.toString(),
    '<p title="&quot;&#39;&gt;">&lt;script&gt;&amp;&lt;/script&gt;</p>',
  );
});

test('when any value is inserted, then it cannot open a tag, end an attribute or start an entity', () => {
  fc.assert(
    fc.property(fc.string(), (value) => {
      const markup = html`${value}`.toString();
      assert.doesNotMatch(markup, /[<>"']/);
      assert.doesNotMatch(markup.replaceAll(/&(amp|lt|gt|quot|#39);/g, ''), /&/);
    }),
  );
});

test('when templates nest, then they are kept; arrays join, and conditions that fail leave nothing', () => {
  const items = ['a', '<b>'].map((item) => html`<li>${item}</li>`);
  assert.equal(html`<ul>${items}${null}${undefined}${false}</ul>`.toString(), '<ul><li>a</li><li>&lt;b&gt;</li></ul>');
  assert.equal(html`${0}${''}${true}`.toString(), '0true');
});

test('when arrays contain strings, then these are escaped; trusted markup is kept', () => {
  assert.equal(html`${['<', trustedHtml('<svg/>'), ['&']]}`.toString(), '&lt;<svg/>&amp;');
});

test('when an object only looks like safe markup, then it is escaped', () => {
  const imitation = { toString: () => '<i>' };
  assert.equal(html`${imitation}`.toString(), '&lt;i&gt;');
  assert.ok(html`` instanceof SafeHtml);
});
