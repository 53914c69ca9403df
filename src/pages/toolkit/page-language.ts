import type { FastifyRequest } from 'fastify';
import { LANGUAGE_COOKIE } from '../../contract/console-page.ts';
import { type InterfaceLanguage, isLanguage } from '../../locales/languages.ts';
import { html, type SafeHtml } from './html.ts';

/**
 * Returns the language of `?lang=`, otherwise the fallback, by default that of the browser. Only for pages that stand
 * alone, because forms and links would lose the parameter.
 */
export function readLanguage(
  { query, headers }: FastifyRequest,
  fallback: InterfaceLanguage = acceptedLanguage(headers['accept-language']),
): InterfaceLanguage {
  const { lang } = query as { lang?: unknown };
  return isLanguage(lang) ? lang : fallback;
}

/**
 * Returns the language that the person chose in this browser, otherwise that of the browser. Errors outside the pages
 * for people have no parsed cookies.
 */
export function readPersonLanguage({ cookies, headers }: FastifyRequest): InterfaceLanguage {
  const chosen = (cookies as typeof cookies | undefined)?.[LANGUAGE_COOKIE];
  return isLanguage(chosen) ? chosen : acceptedLanguage(headers['accept-language']);
}

/** Returns the language that `Accept-Language` prefers (RFC 9110 §12.5.4), regardless of the region. */
export function acceptedLanguage(header = ''): InterfaceLanguage {
  const preferences = header.split(',').flatMap((preference) => {
    const [, tag, quality = '1'] =
      /^\s*([a-z]{2,3})(?:[-_][a-z0-9-]*)?\s*(?:;\s*q=([01](?:\.\d{0,3})?)\s*)?$/i.exec(preference) ?? [];
    return tag ? [{ language: tag.toLowerCase(), quality: Number(quality) }] : [];
  });
  const accepted = preferences.filter(({ quality }) => quality > 0).sort((a, b) => b.quality - a.quality);
  return accepted.map(({ language }) => language).find(isLanguage) ?? 'en';
}

/** Formats a time for a person: date and time in UTC, or the date alone. */
export function formatPageTime(language: InterfaceLanguage, time: string, precision: Precision = 'minute'): string {
  const options: Intl.DateTimeFormatOptions = { dateStyle: 'long', timeZone: 'UTC' };
  if (precision !== 'day') options.timeStyle = 'short';
  const text = new Intl.DateTimeFormat(language, options).format(new Date(time));
  return precision === 'day' ? text : `${text} UTC`;
}

/**
 * Renders a time. The page's script converts it to the reader's time zone, or to a text such as "2 hours ago". A page
 * without scripts shows the time itself, which stays true.
 */
export const timeElement = (language: InterfaceLanguage, time: string, precision: Precision = 'minute'): SafeHtml =>
  html`<time datetime="${time}" data-precision="${precision}">${formatPageTime(language, time, precision)}</time>`;

type Precision = 'day' | 'minute' | 'ago';
