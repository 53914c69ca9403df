import assert from 'node:assert/strict';
import { test } from 'node:test';
import { toLanguage } from '../../../src/locales/languages.ts';
import { acceptedLanguage } from '../../../src/pages/toolkit/page-language.ts';

test('[RFC 9110 §12.5.4] when a client accepts several languages, then the best liked of the pages is taken, whatever the order and region', () => {
  const cases: [string | undefined, string][] = [
    [undefined, 'en'],
    ['', 'en'],
    ['*', 'en'],
    ['de', 'de'],
    ['pt-BR,pt;q=0.9,en;q=0.8', 'pt'],
    ['en;q=0.5, de;q=0.9', 'de'],
    ['en;q=0.1,pt-BR ; q=0.2', 'pt'],
    ['fr, de-AT;q=0.3, en;q=0.2', 'de'],
    ['de;q=0, pt;q=0.001', 'pt'],
    ['de;q=0', 'en'],
    ['DE-ch', 'de'],
    ['den, pt', 'pt'],
    ['de;q=2, pt;q=0.1', 'pt'],
    ['de;q=high, pt;q=0.1', 'pt'],
    ['de, pt', 'de'],
    ['zh-Hant-TW, pt_BR;q=0.4', 'pt'],
  ];
  for (const [header, expected] of cases) assert.equal(acceptedLanguage(header), expected, String(header));
});

test('[D45] when a tag is read, then it names a language whatever its case and region; if no page has the language, it names none', () => {
  for (const tag of ['de', 'DE-at', ' de_CH ']) assert.equal(toLanguage(tag), 'de', tag);
  for (const tag of ['den', 'xx', '', 'toString', null, undefined])
    assert.equal(toLanguage(tag), undefined, String(tag));
});
