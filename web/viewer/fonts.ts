import jp from 'virtual:fonts/jp';
import kr from 'virtual:fonts/kr';
import sc from 'virtual:fonts/sc';
import tc from 'virtual:fonts/tc';
import type { ViewerState } from '../../src/contract/viewer.ts';
import { type EastAsianFont, eastAsianFontsFor } from '../shared/east-asian-fonts.ts';
import '../shared/world-fonts.css';

const SHEETS: Record<EastAsianFont, string> = { sc, tc, jp, kr };

const links = new Map<EastAsianFont, HTMLLinkElement>();
/** Verses that have been looked at: of a state only what is new is read. */
let seen = new WeakSet<object>();

/** Loads the fonts that the state's text needs and the page lacks. The text stands meanwhile in what the device has. */
export function loadFonts(state: ViewerState, root: HTMLElement): void {
  for (const font of eastAsianFontsFor(newTexts(state))) {
    if (links.has(font)) continue;
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
}

/** The texts of each edition as one, so that a verse without characters of its own does not decide. */
function newTexts({ items, slide, editions, house }: ViewerState): Iterable<string> {
  const texts: Record<string, string> = {};
  for (const item of [...items, ...(slide?.passage?.verses ?? [])]) {
    if (seen.has(item)) continue;
    seen.add(item);
    texts[item.edition] = `${texts[item.edition] ?? ''}${item.book} ${item.text} `;
  }
  const credits = Object.values({ ...editions, ...slide?.passage?.editions }).map(
    ({ name, attribution }) => `${name} ${attribution}`,
  );
  const { title, text, passage } = slide ?? {};
  return [
    ...Object.values(texts),
    ...credits,
    `${house.name ?? ''} ${title ?? ''} ${text ?? ''} ${passage?.reference ?? ''}`,
  ];
}
