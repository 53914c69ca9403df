/**
 * Escaping templates for server-rendered pages: html`<p>${name}</p>` escapes everything it is given except what
 * another template already made safe, so a page is safe unless someone writes `trustedHtml`.
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
 * Fits text and quoted attribute values (an unquoted attribute, a script or a style is no place for a value). Arrays
 * are joined, nested SafeHtml is kept, and null, undefined and false give nothing, so `${condition && html`…`}` reads well.
 */
export function html(strings: TemplateStringsArray, ...values: unknown[]): SafeHtml {
  let markup = strings[0] ?? '';
  values.forEach((value, index) => {
    markup += toMarkup(value) + (strings[index + 1] ?? '');
  });
  return new SafeHtml(markup);
}

/** Marks markup that our own code made (an SVG, say) as safe. Never for anything a person typed. */
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
