import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { chooseText, findTexts, isOnScreen } from '../../../web/viewer/phone/choose-text.ts';

const text = (slug: string, language_tag: string | null) => ({ slug, language_tag });
const TEXTS = [text('elb', 'de'), text('ch', 'de-CH'), text('acf', 'pt-BR'), text('wlc', 'he'), text('x', null)];

describe('[D72] the edition of a phone', () => {
  it('when the browser has languages, then the first counts first, exactly and then by its primary subtag, and the screen before editions', () => {
    const chosen = (languages: string[], onScreen: string[]) => chooseText(languages, onScreen, TEXTS)?.slug ?? null;
    assert.equal(chosen(['de-CH', 'en'], ['en']), 'ch');
    assert.equal(chosen(['de-AT', 'en'], ['en']), 'elb');
    assert.equal(chosen(['pt', 'en'], ['en']), 'acf');
    assert.equal(chosen(['en-US', 'de'], ['en']), null);
    assert.equal(chosen(['de'], ['en', 'de']), null);
    assert.equal(chosen(['de-CH'], ['de']), 'ch', 'the exact tag counts before the primary one');
    assert.equal(chosen(['fr', 'he'], ['en']), 'wlc');
    assert.equal(chosen(['fr'], ['en']), null);
    assert.equal(chosen([], ['en']), null);
    assert.equal(chosen(['und'], ['en']), null);
  });

  it('when the screen shows the first language exactly, then no edition can be meant', () => {
    assert.equal(isOnScreen(['en', 'de'], ['en']), true);
    assert.equal(isOnScreen(['en-US', 'de'], ['en']), false);
    assert.equal(isOnScreen([], ['en']), true);
  });

  it('when a name or a language is typed, then it is found without accents and case', () => {
    const texts = TEXTS.map((each) => ({
      ...each,
      revision: '1',
      name: each.slug === 'acf' ? 'Almeida Corrigida' : each.slug.toUpperCase(),
      direction: 'ltr' as const,
      attribution: '',
    }));
    const found = (typed: string) => findTexts(texts, typed).map(({ slug }) => slug);
    assert.deepEqual(found('almeida'), ['acf']);
    assert.deepEqual(found('portugues'), ['acf']);
    assert.deepEqual(found('עברית'), ['wlc']);
    assert.deepEqual(found(' '), ['elb', 'ch', 'acf', 'wlc', 'x']);
  });
});
