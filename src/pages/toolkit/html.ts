/**
 * Escaping templates for server-rendered pages: html`<p>${name}</p>` escapes every value except the result of another
 * template, so a page is safe unless it uses `trustedHtml`.
 */

export class SafeHtml {
  readonly #markup: string;
  constructor(markup: string) {
    this.#markup = markup;
  }
  toString(): string {
    return this.#markup;
  }
}

/**
 * Escapes values in text and quoted attributes. Do not use it for unquoted attributes, scripts or styles. Arrays are
 * joined, nested SafeHtml is kept, and null, undefined and false render nothing, so `${condition && html`…`}` works.
 */
export function html(strings: TemplateStringsArray, ...values: unknown[]): SafeHtml {
  let markup = strings[0] ?? '';
  values.forEach((value, index) => {
    markup += toMarkup(value) + (strings[index + 1] ?? '');
  });
  return new SafeHtml(markup);
}

/**
 * Marks markup that this program generated (an SVG, for example) as safe. Never use it for anything that a person
 * typed.
 */
export function trustedHtml(markup: string): SafeHtml {
  return new SafeHtml(markup);
}

export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => ENTITIES[character]!);
}

const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };

function toMarkup(value: unknown): string {
  if (value === null || value === undefined || value === false) return '';
  if (value instanceof SafeHtml) return value.toString();
  if (Array.isArray(value)) return value.map(toMarkup).join('');
  return escapeHtml(String(value));
}
