import assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { LANGUAGE_CODES } from '../../src/locales/languages.ts';
import { STRINGS } from '../../src/locales/strings.ts';

const FOLDER = join(import.meta.dirname, '../../src/locales');
/** Arguments for the functions of a locale: numbers that no text contains, used for counts, names and markup alike. */
const MARKS = [7171, 8282, 9393];
/** The badge of what is on air. Elsewhere pages call a Live a room, as decision 231 says. */
const BADGE = 'console.status.live';
/** Pages that explain error codes use the words of the API. */
const API_WORDS = 'problems.codes.';

/** Every string by its path in the language, such as "tokens.personal.title". */
function stringsBelow(value: unknown, path = ''): Map<string, unknown> {
  if (typeof value !== 'object' || value === null) return new Map([[path, value]]);
  return new Map(
    Object.entries(value).flatMap(([key, inner]) => [...stringsBelow(inner, path === '' ? key : `${path}.${key}`)]),
  );
}

/** The text that a function makes, and which of its parameters it shows. */
function call(make: (...values: unknown[]) => unknown) {
  const marks = MARKS.slice(0, make.length);
  const made = make(...marks);
  const text = Array.isArray(made) ? made.join('') : String(made);
  const digits = text.replace(/\D/g, ' ');
  return { text, parameters: make.length, shown: marks.map((mark) => digits.includes(shownOf(mark, text))) };
}

/** A count of seconds is shown in minutes. */
const shownOf = (mark: number, text: string): string =>
  text.includes(String(mark)) ? String(mark) : String(Math.ceil(mark / 60));

describe('the strings of the languages', () => {
  const english = stringsBelow(STRINGS.en);

  test('when a language is in the list, then it has a folder; when there is a folder, then it is in the list', () => {
    const folders = readdirSync(FOLDER, { withFileTypes: true }).filter((entry) => entry.isDirectory());
    assert.deepEqual(folders.map(({ name }) => name).sort(), [...LANGUAGE_CODES].sort());
    assert.ok(english.size > 400, `${english.size} strings are found`);
  });

  for (const language of LANGUAGE_CODES) {
    const strings = stringsBelow(STRINGS[language]);

    test(`for ${language}: when its folder is checked, then it has the files, and its index has every group of them`, () => {
      const files = (code: string) => readdirSync(join(FOLDER, code)).sort();
      assert.deepEqual(files(language), files('en'));
      const groups = files(language).filter((name) => name !== 'index.ts');
      assert.equal(Object.keys(STRINGS[language]).length, groups.length);
    });

    test(`for ${language}: when its strings are checked, then it has each once, and none is empty`, () => {
      assert.deepEqual([...strings.keys()].sort(), [...english.keys()].sort());
      for (const [path, value] of strings) {
        const text = typeof value === 'function' ? call(value as () => unknown).text : value;
        assert.ok(typeof text === 'string' && text.trim() !== '', path);
        assert.doesNotMatch(text, /undefined|NaN|\[object/, path);
      }
    });

    test(`for ${language}: when its strings name a Live, then they call it a room`, () => {
      for (const [path, value] of strings)
        if (path !== BADGE && !path.startsWith(API_WORDS)) assert.doesNotMatch(String(value), /\bLives?\b/, path);
    });

    test(`for ${language}: when its strings are compared with English, then they show the same parameters`, () => {
      for (const [path, value] of english) {
        if (typeof value !== 'function') continue;
        const { parameters, shown } = call(value as () => unknown);
        const own = call(strings.get(path) as () => unknown);
        assert.deepEqual({ parameters: own.parameters, shown: own.shown }, { parameters, shown }, path);
      }
    });

    test(`for ${language}: when its templates are compared with English, then they have the same parameters`, () => {
      const parametersOf = (text: unknown) =>
        String(text)
          .match(/\{\w+\}/g)
          ?.sort() ?? [];
      for (const [path, value] of english) {
        if (typeof value !== 'string') continue;
        assert.deepEqual(parametersOf(strings.get(path)), parametersOf(value), path);
      }
    });
  }
});
