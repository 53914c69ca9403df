import assert from 'node:assert/strict';
import { test } from 'node:test';
import { audienceSecretPage } from '../../../src/audience/audience-secret-page.ts';
import { noticePage } from '../../../src/audience/notice-page.ts';
import { LANGUAGE_CODES } from '../../../src/locales/languages.ts';
import { groupSecret, parseSecretFragment } from '../../../web/entrance/secret-format.ts';

const assets = {
  script: '/assets/secret-12345678.js',
  imports: [],
  styles: ['/assets/entrance-12345678.css'],
  fonts: {},
};
const ask = { liveId: 'a"b', query: '?view=screen&lang=de', language: 'en', failure: null, assets } as const;

test('[D44] when the secret is needed, then a plain form asks for it and comes back to the same view', () => {
  const page = audienceSecretPage(ask);
  assert.match(page, /<form class="gate" method="post" action="\/l\/a%22b\/secret\?view=screen&amp;lang=de">/);
  assert.match(page, /<input id="secret" name="secret" type="text" value="" required[^>]*autocomplete="off"[^>]*>/s);
  assert.match(page, /autocapitalize="characters" autocorrect="off" spellcheck="false"/);
  assert.equal(page.match(/<input/g)?.length, 1);
  assert.doesNotMatch(page, /aria-invalid|role="alert"/);
});

test('[D8] when either page is served, then it has no inline script or style, nor anything from elsewhere', () => {
  for (const page of [audienceSecretPage(ask), noticePage({ language: 'en', query: '?theme="><script>', assets })]) {
    assert.doesNotMatch(page, /<style|\sstyle=|\son\w+=|https?:|\/\/|<script>/);
  }
});

test('[D20] when an attempt fails, then the page says what to do, in each language, and links the message to the field', () => {
  for (const language of LANGUAGE_CODES) {
    const wrong = audienceSecretPage({ ...ask, language, failure: { reason: 'wrong' } });
    assert.match(wrong, /aria-describedby="problem" aria-invalid="true"/);
    assert.match(wrong, /id="problem" role="alert">[^<]+<\/p>/);
    const limited = audienceSecretPage({ ...ask, language, failure: { reason: 'limited', seconds: 42.1 } });
    assert.match(limited, /role="alert">[^<]*\b43 [^<]+<\/p>/);
    const long = audienceSecretPage({ ...ask, language, failure: { reason: 'limited', seconds: 601 } });
    assert.match(long, /role="alert">[^<]*\b11 min[^<]+<\/p>/i);
  }
});

test('[D42] when the notice is shown, then it gives no reason and looks as the address asks', () => {
  const page = noticePage({ language: 'de', query: '?view=lower-third&theme=light', assets });
  assert.match(page, /<html lang="de" data-surface="picture" data-theme="light"/);
  assert.match(page, /Diese Anzeige ist zurzeit nicht verfügbar\./);
  assert.doesNotMatch(page, /<form|restrict/i);
  assert.match(noticePage({ language: 'en', assets }), /data-surface="page" data-theme="dark"/);
});

test('when a Live does not exist, then the notice says so, in each language', () => {
  const said = LANGUAGE_CODES.map((language) => {
    const page = noticePage({ language, missing: true, assets });
    assert.doesNotMatch(page, /<form/);
    return /<h1 class="notice">([^<]+)<\/h1>/.exec(page)![1];
  });
  assert.equal(new Set(said).size, 3);
  assert.match(said[0]!, /There is no display at this address/);
});

test('[D20] when a link has a fragment, then it is read without case and dashes; anything else there is not a secret', () => {
  for (const fragment of ['#7K3M-9PQR-ST4V', '#7k3m9pqrst4v', '#7K3M%209PQR-ST4V']) {
    assert.equal(parseSecretFragment(fragment), '7K3M9PQRST4V');
  }
  // Read as digits by the server: 0 for O, 1 for I and L.
  assert.equal(parseSecretFragment('#OI3M-9PQR-ST4L'), 'OI3M9PQRST4L');
  for (const fragment of ['', '#', '#john-3-16', '#7K3M-9PQR-ST4', '#7K3M-9PQR-ST4VX', '#7K3M-9PQR-ST4U']) {
    assert.equal(parseSecretFragment(fragment), null, fragment);
  }
});

test('when a secret is typed, then it is grouped as it is shown', () => {
  assert.equal(groupSecret('7k3'), '7K3');
  assert.equal(groupSecret('7k3m9'), '7K3M-9');
  assert.equal(groupSecret('7k3m 9pqr st4v'), '7K3M-9PQR-ST4V');
  assert.equal(groupSecret('the secret is 7K3M-9PQR-ST4V'), 'the secret is 7K3M-9PQR-ST4V');
  assert.equal(groupSecret(''), '');
});
