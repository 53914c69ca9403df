import {
  OUTPUT_ALIGNMENTS,
  OUTPUT_MARGIN_MAX_PERCENT,
  OUTPUT_PARTS,
  type OutputAlignment,
  type OutputParameter,
  type OutputPart,
} from './output-settings.ts';

/** Size of what is shown, percent. [D60] */
const SIZE_MIN_PERCENT = 50;
const SIZE_MAX_PERCENT = 200;

/** `#rrggbb` and `#rrggbbaa` are the only colours, so that no style sheet can come in by the address. */
const COLOUR = /^#(?:[0-9a-f]{6}|[0-9a-f]{8})$/i;
const WHOLE_NUMBER = /^\d{1,3}$/;

/** What the address of an output decides; what is absent is left to its settings. [D60] */
export interface OutputAddress {
  /** `transparent`, `black`, or a colour. */
  background?: string;
  /** Percent. */
  size?: number;
  /** Percent of the screen's shorter side. */
  margin?: number;
  align?: OutputAlignment;
  show?: OutputPart[];
  /** The first parameter that means nothing, and so is ignored. */
  invalid: OutputParameter | null;
}

/**
 * Reads the parameters of an output's address: `background` (transparent, black, #rrggbb, #rrggbbaa), `size` (50–200), `margin` (0–20),
 * `align`, and `show` (parts with commas between them). Never fails. A colour may come without its `#`, and numbers with a `%`.
 */
export function parseOutputAddress(query: { get(name: string): string | null }): OutputAddress {
  const address: OutputAddress = { invalid: null };
  const read = <Name extends OutputParameter>(name: Name, parse: (text: string) => OutputAddress[Name] | undefined) => {
    const text = query.get(name)?.trim();
    if (text === undefined) return;
    const value = parse(text);
    if (value === undefined) address.invalid ??= name;
    else address[name] = value as OutputAddress[Name];
  };
  read('background', toBackground);
  read('size', (text) => toPercent(text, SIZE_MIN_PERCENT, SIZE_MAX_PERCENT));
  read('margin', (text) => toPercent(text, 0, OUTPUT_MARGIN_MAX_PERCENT));
  read('align', (text) => OUTPUT_ALIGNMENTS.find((alignment) => alignment === text));
  read('show', toParts);
  return address;
}

function toBackground(text: string): string | undefined {
  const named = text.toLowerCase();
  if (named === 'transparent' || named === 'black') return named;
  // In an address a "#" begins the fragment, unless it is written as %23.
  const colour = named.startsWith('#') ? named : `#${named}`;
  return COLOUR.test(colour) ? colour : undefined;
}

function toPercent(text: string, min: number, max: number): number | undefined {
  const digits = text.replace(/\s*%$/, '');
  const value = WHOLE_NUMBER.test(digits) ? Number(digits) : Number.NaN;
  return value >= min && value <= max ? value : undefined;
}

function toParts(text: string): OutputPart[] | undefined {
  const names = text.split(',').map((name) => name.trim());
  return names.every(isPart) ? OUTPUT_PARTS.filter((part) => names.includes(part)) : undefined;
}

const isPart = (name: string): name is OutputPart => OUTPUT_PARTS.some((part) => part === name);
