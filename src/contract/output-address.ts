import {
  OUTPUT_ALIGNMENTS,
  OUTPUT_MARGIN_MAX_PERCENT,
  OUTPUT_PARTS,
  type OutputAlignment,
  type OutputParameter,
  type OutputPart,
} from './output-settings.ts';

/** Range of the content size in percent. [D60] */
const SIZE_MIN_PERCENT = 50;
const SIZE_MAX_PERCENT = 200;

/** Accepts only `#rrggbb` and `#rrggbbaa`, so that a URL cannot inject CSS. */
const COLOUR = /^#(?:[0-9a-f]{6}|[0-9a-f]{8})$/i;
const WHOLE_NUMBER = /^\d{1,3}$/;

/** Parameters of an output's URL. Absent ones use the settings of the output. [D60] */
export interface OutputAddress {
  /** `transparent`, `black`, or a color. */
  background?: string;
  /** Content size in percent. */
  size?: number;
  /** Margin in percent of the screen's shorter side. */
  margin?: number;
  align?: OutputAlignment;
  show?: OutputPart[];
  /** First invalid parameter. Invalid parameters are ignored. */
  invalid: OutputParameter | null;
}

/**
 * Parses the parameters of an output's URL: `background` (transparent, black, #rrggbb, #rrggbbaa), `size` (50–200),
 * `margin` (0–20), `align`, and `show` (comma-separated parts). Never throws. Colors can omit the `#`, and numbers can
 * end with `%`.
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
  // A "#" in a URL starts the fragment unless it is encoded as %23.
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
