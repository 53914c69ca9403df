import { existsSync } from 'node:fs';
import { dirname, join, posix } from 'node:path';
import { Marked, type Tokens } from 'marked';
import type { InterfaceLanguage } from '../../src/locales/languages.ts';
import { STRINGS } from '../../src/locales/strings.ts';
import { escapeHtml, html, type SafeHtml, trustedHtml } from '../../src/pages/toolkit/html.ts';
import { type Guide, languageOfFile, toAddress } from './guides.ts';
import { codeBlock } from './highlight.ts';

export interface Heading {
  readonly id: string;
  readonly level: number;
  readonly text: string;
}

export interface Rendered {
  readonly content: SafeHtml;
  readonly headings: readonly Heading[];
  /** The anchor of the title. */
  readonly titleId: string;
  /** Its first paragraph as plain text. */
  readonly summary: string;
}

/** A picture as the server serves it. */
export interface GuidePicture {
  readonly address: string;
  readonly width: number;
  readonly height: number;
}

/** Targets of links in guides, by path in the repository. */
export interface Targets {
  readonly root: string;
  readonly pictures: ReadonlyMap<string, GuidePicture>;
  /** Notes a file that the guide leads to, which the server then serves as it is. */
  readonly noteFile: (file: string) => void;
}

/** Renders a guide without its title. Raw HTML is shown as text. Throws for a picture that is not there. */
export function renderGuide({ file, title, text }: Guide, targets: Targets): Rendered {
  const language = languageOfFile(file);
  const strings = STRINGS[language].docs;
  const headings: Heading[] = [];
  const known = new Map<string, number>();
  const titleId = distinct(toAnchor(title), known);
  let summary = '';
  const marked = new Marked({
    renderer: {
      html: ({ text: raw }) => (raw.startsWith('<!--') ? '' : escapeHtml(raw)),
      heading({ depth, tokens }) {
        if (depth === 1) return '';
        const content = this.parser.parseInline(tokens);
        const plain = plainText(content);
        const id = distinct(toAnchor(plain), known);
        headings.push({ id, level: depth, text: plain });
        return html`<h${depth} id="${id}">${trustedHtml(content)} ${anchorLink(id, plain, strings)}</h${depth}>\n`.toString();
      },
      paragraph({ tokens }) {
        const content = this.parser.parseInline(tokens);
        summary ||= plainText(content);
        return `<p>${content}</p>\n`;
      },
      link({ href, tokens }) {
        return toLink(href, this.parser.parseInline(tokens), file, targets);
      },
      image: ({ href, text: description }) => toPicture(href, description, file, targets),
      code: ({ text: code, lang }) => `${codeBlock(code, languageOf(lang), undefined, strings)}\n`,
      table(token) {
        return renderTable(token, (tokens) => this.parser.parseInline(tokens));
      },
    },
  });
  const content = trustedHtml(marked.parse(text, { async: false }));
  return { content, headings, titleId, summary };
}

const inline = new Marked({ renderer: { html: ({ text }) => escapeHtml(text) } });

/** Renders a description of the OpenAPI document. */
export const renderInline = (text: string): SafeHtml => trustedHtml(inline.parseInline(text, { async: false }));

/** The anchor of a heading, as GitHub makes it. */
const toAnchor = (text: string): string =>
  text
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N} _-]/gu, '')
    .replaceAll(' ', '-');

function distinct(id: string, known: Map<string, number>): string {
  const count = known.get(id) ?? 0;
  known.set(id, count + 1);
  return count === 0 ? id : `${id}-${count}`;
}

export const anchorLink = (id: string, text: string, strings = STRINGS.en.docs): SafeHtml =>
  html`<a class="anchor" href="#${id}" aria-label="${strings.linkTo(text)}">#</a>`;

const ENTITIES: Readonly<Record<string, string>> = { lt: '<', gt: '>', quot: '"', '#39': "'", amp: '&' };
const plainText = (markup: string): string =>
  markup.replaceAll(/<[^>]*>/g, '').replaceAll(/&(lt|gt|quot|#39|amp);/g, (_, name) => ENTITIES[name]!);

/** The first word of an info string, by the name that the highlighter knows. */
function languageOf(info = ''): string {
  const [name = ''] = info.split(' ');
  return { sh: 'bash', js: 'typescript', ts: 'typescript', mjs: 'typescript', html: 'xml' }[name] ?? name;
}

/** Leads to a page of the documentation, or to a file of it; names what lies in the source alone. */
function toLink(href: string, content: string, file: string, { root, noteFile }: Targets): string {
  if (/^[a-z]+:/i.test(href)) return `<a href="${escapeHtml(href)}" rel="noreferrer">${content}</a>`;
  const language = languageOfFile(file);
  const [path = '', anchor] = href.split('#');
  const hash = anchor ? `#${anchor}` : '';
  if (path === '') return `<a href="${escapeHtml(hash)}">${content}</a>`;
  if (path.startsWith('/')) return `<a href="${escapeHtml(href)}">${content}</a>`;
  const target = posix.join(dirname(file), decodeURI(path)).replace(/\/$/, '');
  if (target.startsWith('docs/')) {
    const page = target.endsWith('.md') ? target : [`${target}/README.md`].find((one) => existsSync(join(root, one)));
    if (page) return pageLink(toAddress(page) + hash, content, language, languageOfFile(page));
    if (/\/[^/]*\.[^/]+$|\/[A-Z][a-z]+$|-command$/.test(target)) {
      noteFile(target);
      return `<a href="/${escapeHtml(target)}">${content}</a>`;
    }
  }
  const place = content.includes(target) ? '' : ` (<code>${escapeHtml(target)}</code>)`;
  return `<span class="source">${content}${place} ${STRINGS[language].docs.inSource}</span>`;
}

/** A link to a page in another language says so. */
function pageLink(address: string, content: string, from: InterfaceLanguage, to: InterfaceLanguage): string {
  const link = (attribute: string) => `<a href="${escapeHtml(address)}"${attribute}>${content}</a>`;
  return from === to ? link('') : `${link(` hreflang="${to}"`)} (${STRINGS[from].docs.inEnglish})`;
}

function toPicture(href: string, description: string, file: string, { pictures }: Targets): string {
  const path = posix.join(dirname(file), decodeURI(href));
  const picture = pictures.get(path);
  if (!picture) throw new Error(`${file} shows ${href}, which is not there.`);
  const { address, width, height } = picture;
  return html`<img src="${address}" alt="${description}" width="${width}" height="${height}" loading="lazy">`.toString();
}

/** A table in a box of its own, which scrolls where the table is wider than the page. */
function renderTable({ header, rows }: Tokens.Table, parse: (tokens: Tokens.TableCell['tokens']) => string): string {
  const cells = (row: readonly Tokens.TableCell[], name: 'th' | 'td') =>
    row
      .map(({ text, tokens }) =>
        text === '' ? '<td></td>' : `<${name}${name === 'th' ? ' scope="col"' : ''}>${parse(tokens)}</${name}>`,
      )
      .join('');
  const body = rows.map((row) => `<tr>${cells(row, 'td')}</tr>\n`).join('');
  return `<div class="table"><table><thead><tr>${cells(header, 'th')}</tr></thead>\n<tbody>${body}</tbody></table></div>\n`;
}
