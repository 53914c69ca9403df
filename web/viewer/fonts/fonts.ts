import jp from 'virtual:fonts/jp';
import kr from 'virtual:fonts/kr';
import sc from 'virtual:fonts/sc';
import tc from 'virtual:fonts/tc';
import type { ViewerEdition, ViewerState } from '../../../src/contract/viewer.ts';
import { EAST_ASIAN_LANGUAGES, type EastAsianFont, eastAsianFontFor } from '../../shared/east-asian-fonts.ts';
import '../../shared/world-fonts.css';

const SHEETS: Record<EastAsianFont, string> = { sc, tc, jp, kr };

const links = new Map<EastAsianFont, HTMLLinkElement>();
/** How each edition is written, by its key, as far as its verses have told. */
const known = new Map<string, EastAsianFont>();
/** Verses that have been looked at: of a state only what is new is read. */
let seen = new WeakSet<object>();

/** Loads the fonts that the state's text needs and the page lacks. The text stands meanwhile in what the device has. */
export function loadFonts(state: ViewerState, root: HTMLElement): void {
  for (const [edition, text] of newVerses(state)) {
    const font = eastAsianFontFor(text);
    // Simplified is what a text is taken for that nothing tells of.
    if (font && !(font === 'sc' && known.has(edition))) known.set(edition, font);
    if (font) load(font, root);
  }
  for (const text of otherTexts(state)) {
    const font = eastAsianFontFor(text);
    if (font) load(font, root);
  }
}

/** The state with the languages of its editions, where an edition does not name its own and its script tells. */
export function inferLanguages(state: ViewerState): ViewerState {
  const { slide, editions } = state;
  const passage = slide?.passage;
  return {
    ...state,
    editions: named(editions),
    slide: passage ? { ...slide, passage: { ...passage, editions: named(passage.editions) } } : slide,
  };
}

const named = (editions: Record<string, ViewerEdition>): Record<string, ViewerEdition> =>
  Object.fromEntries(
    Object.entries(editions).map(([key, edition]) => {
      const font = edition.language === 'und' && known.get(key);
      return [key, font ? { ...edition, language: EAST_ASIAN_LANGUAGES[font] } : edition];
    }),
  );

function load(font: EastAsianFont, root: HTMLElement): void {
  if (links.has(font)) return;
  const link = Object.assign(document.createElement('link'), { rel: 'stylesheet', href: SHEETS[font] });
  link.onerror = () => {
    // The next change of the text tries again.
    link.remove();
    links.delete(font);
    seen = new WeakSet();
  };
  links.set(font, link);
  document.head.append(link);
  const families = [...links.keys()].map((name) => `"Noto Serif ${name.toUpperCase()}"`);
  root.style.setProperty('--font-east-asian', families.join(', '));
}

/** The new texts of each edition as one, so that a verse without characters of its own does not decide. */
function newVerses({ items, slide }: ViewerState): [string, string][] {
  const texts: Record<string, string> = {};
  for (const item of [...items, ...(slide?.passage?.verses ?? [])]) {
    if (seen.has(item)) continue;
    seen.add(item);
    texts[item.edition] = `${texts[item.edition] ?? ''}${item.book} ${item.text} `;
  }
  return Object.entries(texts);
}

function otherTexts({ slide, editions, house }: ViewerState): string[] {
  const credits = Object.values({ ...editions, ...slide?.passage?.editions }).map(
    ({ name, attribution }) => `${name} ${attribution}`,
  );
  const { title, text, passage } = slide ?? {};
  return [...credits, `${house.name ?? ''} ${title ?? ''} ${text ?? ''} ${passage?.reference ?? ''}`];
}
