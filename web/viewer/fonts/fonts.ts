import jp from 'virtual:fonts/jp';
import kr from 'virtual:fonts/kr';
import sc from 'virtual:fonts/sc';
import tc from 'virtual:fonts/tc';
import type { ViewerEdition, ViewerState } from '../../../src/contract/viewer.ts';
import { EAST_ASIAN_LANGUAGES, type EastAsianFont, eastAsianFontFor } from '../../shared/east-asian-fonts.ts';
import '../../shared/world-fonts.css';

const SHEETS: Record<EastAsianFont, string> = { sc, tc, jp, kr };

const links = new Map<EastAsianFont, HTMLLinkElement>();
/** Detected font of each edition, by its key. */
const fontByEdition = new Map<string, EastAsianFont>();
/** Verses already examined, so that only new ones are read. */
let examined = new WeakSet<object>();

/** Loads the fonts that the state's text needs. Until they arrive, the text uses fonts of the device. */
export function loadFonts(state: ViewerState, root: HTMLElement): void {
  for (const [edition, text] of newVerses(state)) {
    const font = eastAsianFontFor(text);
    // Simplified is the fallback for ambiguous text, so it does not replace a detected font.
    if (font && !(font === 'sc' && fontByEdition.has(edition))) fontByEdition.set(edition, font);
    if (font) load(font, root);
  }
  for (const text of otherTexts(state)) {
    const font = eastAsianFontFor(text);
    if (font) load(font, root);
  }
}

/** Returns the state with inferred languages for editions whose language is unknown. */
export function inferLanguages(state: ViewerState): ViewerState {
  const { slide, editions } = state;
  const passage = slide?.passage;
  return {
    ...state,
    editions: withLanguages(editions),
    slide: passage ? { ...slide, passage: { ...passage, editions: withLanguages(passage.editions) } } : slide,
  };
}

const withLanguages = (editions: Record<string, ViewerEdition>): Record<string, ViewerEdition> =>
  Object.fromEntries(
    Object.entries(editions).map(([key, edition]) => {
      const font = /^(?:und|zh)$/.test(edition.language) && fontByEdition.get(key);
      return [key, font ? { ...edition, language: EAST_ASIAN_LANGUAGES[font] } : edition];
    }),
  );

function load(font: EastAsianFont, root: HTMLElement): void {
  if (links.has(font)) return;
  const link = Object.assign(document.createElement('link'), { rel: 'stylesheet', href: SHEETS[font] });
  link.onerror = () => {
    // The next change of the text retries.
    link.remove();
    links.delete(font);
    examined = new WeakSet();
  };
  links.set(font, link);
  document.head.append(link);
  const families = [...links.keys()].map((name) => `"Noto Serif ${name.toUpperCase()}"`);
  root.style.setProperty('--font-east-asian', families.join(', '));
}

/** Joins the new texts of each edition, so that a single verse without distinctive characters does not decide. */
function newVerses({ items, slide }: ViewerState): [string, string][] {
  const texts: Record<string, string> = {};
  for (const item of [...items, ...(slide?.passage?.verses ?? [])]) {
    if (examined.has(item)) continue;
    examined.add(item);
    texts[item.edition] = `${texts[item.edition] ?? ''}${item.book} ${item.text} `;
  }
  return Object.entries(texts);
}

function otherTexts({ slide, editions, house: branding }: ViewerState): string[] {
  const credits = Object.values({ ...editions, ...slide?.passage?.editions }).map(
    ({ name, attribution }) => `${name} ${attribution}`,
  );
  const { title, text, texts = [], passage, attribution } = slide ?? {};
  return [
    ...credits,
    ...texts.map((each) => each.text),
    `${branding.name ?? ''} ${title ?? ''} ${text ?? ''} ${passage?.reference ?? ''} ${attribution ?? ''}`,
  ];
}
