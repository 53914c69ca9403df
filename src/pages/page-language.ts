import type { FastifyRequest } from 'fastify';

/** The languages of the pages. */
export const PAGE_LANGUAGES = ['en', 'pt', 'de'] as const;
export type PageLanguage = (typeof PAGE_LANGUAGES)[number];

/** Words of a page in each of them. */
export type Words<Keys> = Readonly<Record<PageLanguage, Keys>>;

export const isPageLanguage = (text: unknown): text is PageLanguage => PAGE_LANGUAGES.includes(text as PageLanguage);

/** That of `?lang=`, else the first that the browser asks for. */
export function readLanguage(request: FastifyRequest): PageLanguage {
  const { lang } = request.query as { lang?: unknown };
  if (isPageLanguage(lang)) return lang;
  const tags = (request.headers['accept-language'] ?? '').split(',');
  return tags.map((tag) => tag.trim().slice(0, 2).toLowerCase()).find(isPageLanguage) ?? 'en';
}

/** A moment as a person reads it: day and time, or the day alone. */
export function toMoment(language: PageLanguage, time: string, precision: 'day' | 'minute' = 'minute'): string {
  const options: Intl.DateTimeFormatOptions = { dateStyle: 'long', timeZone: 'UTC' };
  if (precision === 'minute') options.timeStyle = 'short';
  const text = new Intl.DateTimeFormat(language === 'en' ? 'en-GB' : language, options).format(new Date(time));
  return precision === 'minute' ? `${text} UTC` : text;
}
