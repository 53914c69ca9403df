import { html, type SafeHtml } from './html.ts';

interface Field {
  readonly name: string;
  readonly label: string;
  readonly type?: 'text' | 'email' | 'password' | 'number';
  readonly value?: string;
  readonly hint?: string;
  /** The error of the entered value. */
  readonly problem?: string | null | false;
  /** Id of an element elsewhere on the page that describes the field. */
  readonly describedBy?: string | null | false;
  readonly autocomplete?: string;
  readonly required?: boolean;
  readonly maxLength?: number;
  readonly autofocus?: boolean;
  /** Minimum and maximum of a number. */
  readonly bounds?: readonly [number, number];
  /** Distinguishes fields of several forms on one page. */
  readonly id?: string;
}

/**
 * Renders a labeled input field with its hint and error. A field with an error gets the focus, so the browser scrolls
 * to it.
 */
export function inputField(of: Field): SafeHtml {
  const { name, label, type = 'text', value = '', hint, problem, autocomplete = 'off', maxLength, bounds } = of;
  const id = of.id ?? name;
  const described = [of.describedBy, hint && `${id}-hint`, problem && `${id}-problem`].filter(Boolean).join(' ');
  return html`<div class="field">
<label for="${id}">${label}</label>
<input id="${id}" name="${name}" type="${type}" value="${type === 'password' ? '' : value}" autocomplete="${autocomplete}"${
    maxLength !== undefined && html` maxlength="${maxLength}"`
  }${bounds && html` min="${bounds[0]}" max="${bounds[1]}" inputmode="numeric"`}${
    of.required !== false && html` required`
  }${problem && html` aria-invalid="true"`}${
    (problem || of.autofocus) && html` autofocus`
  }${described !== '' && html` aria-describedby="${described}"`}>
${hint && html`<p class="hint" id="${id}-hint">${hint}</p>\n`}${fieldProblem(id, problem)}</div>
`;
}

/** Renders the error of a field or a group of fields. */
export const fieldProblem = (id: string, problem: string | null | false | undefined): SafeHtml | false =>
  problem ? html`<p class="problem" id="${id}-problem" role="alert">${problem}</p>\n` : false;

/** Renders a labeled drop-down list. `hints` explain the options where they would be too long on a phone. */
export function selectField(of: {
  name: string;
  label: string;
  options: readonly (readonly [value: string, text: string])[];
  value: string;
  id?: string;
  hints?: readonly string[];
}): SafeHtml {
  const id = of.id ?? of.name;
  const hint =
    of.hints && html`<ul class="hint" id="${id}-hint">${of.hints.map((text) => html`<li>${text}</li>\n`)}</ul>\n`;
  return html`<div class="field">
<label for="${id}">${of.label}</label>
<select id="${id}" name="${of.name}"${hint && html` aria-describedby="${id}-hint"`}>${of.options.map(
    ([value, text]) => html`<option value="${value}"${value === of.value && html` selected`}>${text}</option>`,
  )}</select>
${hint}</div>
`;
}
