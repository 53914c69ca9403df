import type { FastifyRequest } from 'fastify';
import { type InterfaceLanguage, isLanguage } from '../../locales/languages.ts';
import { html, type SafeHtml } from './html.ts';

/** That of `?lang=`, else what the browser asks for: of a page that stands alone. Forms and links would lose it on the way. */
export function readLanguage({ query, headers }: FastifyRequest): InterfaceLanguage {
  const { lang } = query as { lang?: unknown };
  return isLanguage(lang) ? lang : acceptedLanguage(headers['accept-language']);
}

/** Of the languages of the pages the one that `Accept-Language` likes best (RFC 9110 §12.5.4), whichever the region. */
export function acceptedLanguage(header = ''): InterfaceLanguage {
  const wishes = header.split(',').flatMap((wish) => {
    const [, tag, quality = '1'] =
      /^\s*([a-z]{2,3})(?:[-_][a-z0-9-]*)?\s*(?:;\s*q=([01](?:\.\d{0,3})?)\s*)?$/i.exec(wish) ?? [];
    return tag ? [{ language: tag.toLowerCase(), quality: Number(quality) }] : [];
  });
  const liked = wishes.filter(({ quality }) => quality > 0).sort((a, b) => b.quality - a.quality);
  return liked.map(({ language }) => language).find(isLanguage) ?? 'en';
}

/** A moment as a person reads it: day and time in UTC, or the day alone. */
export function formatPageTime(language: InterfaceLanguage, time: string, precision: Precision = 'minute'): string {
  const options: Intl.DateTimeFormatOptions = { dateStyle: 'long', timeZone: 'UTC' };
  if (precision === 'minute') options.timeStyle = 'short';
  const text = new Intl.DateTimeFormat(language === 'en' ? 'en-GB' : language, options).format(new Date(time));
  return precision === 'minute' ? `${text} UTC` : text;
}

/** The same, which the script of the pages says again in the reader's own zone. */
export const timeElement = (language: InterfaceLanguage, time: string, precision: Precision = 'minute'): SafeHtml =>
  html`<time datetime="${time}" data-precision="${precision}">${formatPageTime(language, time, precision)}</time>`;

type Precision = 'day' | 'minute';
