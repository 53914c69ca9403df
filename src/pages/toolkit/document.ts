import { guidesAddress, INTERFACE_LANGUAGES, type InterfaceLanguage } from '../../locales/languages.ts';
import { STRINGS } from '../../locales/strings.ts';
import { builtAssets } from './assets.ts';
import { type DoorHost, doorHostHead } from './door-host.ts';
import { html, type SafeHtml } from './html.ts';
import { plainMark } from './plain-mark.ts';

interface Document {
  readonly language: InterfaceLanguage;
  readonly title: string;
  /**
   * `workspace` looks like the pages of the workspace. A `card` in the middle is for people who are not inside yet, and
   * `doors` are several.
   */
  readonly main: 'workspace' | 'card' | 'doors';
  /** Whether this is a page for people, which search engines must not index. */
  readonly forPerson?: boolean;
  /** Addresses of module scripts, all below /assets/. */
  readonly scripts?: readonly string[];
  /** Whether others in the network can read the page. */
  readonly isPlain?: boolean;
  /** Header of a signed-in person's page. */
  readonly header?: SafeHtml | null;
  /** The organization whose name a card shows; without it, the card shows the name of the product. */
  readonly host?: DoorHost | null;
  /** Links below a card, besides those to the first page and the guides. */
  readonly links?: readonly (readonly [href: string, text: string])[];
}

/** Returns the `lang` attribute of a document, with `dir` for right-to-left languages. */
export const languageAttributes = (language: InterfaceLanguage): SafeHtml =>
  html`lang="${language}"${INTERFACE_LANGUAGES[language].direction === 'rtl' && html` dir="rtl"`}`;

/**
 * Renders the document around the content of a page. The page is painted once its scripts have run, so that a form is
 * not sent twice by a person who presses a button as soon as it appears.
 */
export function toDocument(
  { language, title, main, forPerson = false, scripts = [], isPlain = false, header, host, links = [] }: Document,
  content: SafeHtml,
): string {
  const isDoor = main !== 'workspace';
  const { skip, menu } = STRINGS[language].common;
  return html`<!doctype html>
<html ${languageAttributes(language)}>
<head>
<meta charset="utf-8">
<title>${title} · ${host?.name ?? 'Lectern'}</title>
<meta name="viewport" content="width=device-width, initial-scale=1">
${forPerson && html`<meta name="robots" content="noindex">\n`}<link rel="icon" href="data:,">
${builtAssets('web/account/account-pages.ts').styles.map((url) => html`<link rel="stylesheet" href="${url}">\n`)}${scripts.map(
  (script) => html`<script type="module" blocking="render" src="${script}"></script>\n`,
)}</head>
<body${isDoor && html` class="door"`}>
${header && html`<a class="skip" href="#content">${skip}</a>\n${header}`}${plainMark(language, isPlain)}<main id="content" class="${main}">
${isDoor && doorHostHead(host ?? null)}${content}
</main>
${
  isDoor &&
  html`<footer><a href="/">Lectern</a><a href="${guidesAddress(language)}">${menu.guides}</a>${links.map(
    ([href, text]) => html`<a href="${href}">${text}</a>`,
  )}</footer>\n`
}</body>
</html>
`.toString();
}
