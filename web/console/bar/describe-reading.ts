import type { ConsoleStrings } from '../../../src/locales/en/console/index.ts';
import type { BarState } from '../state/bar-state.ts';

/** Returns a short description of how the console reads the typed text; empty while the lookup is pending. */
export function describeReading(bar: BarState, strings: ConsoleStrings['bar']): string {
  const { kind, query } = bar.parsed.value;
  if (bar.text.value.trim() === '' || kind === 'commands') return '';
  const editions = bar.editions.value;
  if (editions && editions.length !== 1) {
    return editions.length === 0 ? strings.noEdition : editions.map(({ slug }) => slug.toUpperCase()).join(' · ');
  }
  if (query === '') return '';
  const { value: reading } = bar.reading;
  if (reading === 'wait') return '';
  const { length } = bar.candidates.value;
  if (kind === 'words' && reading !== 'one') return strings.words(length);
  // Text that is no reference can still be words of verses, or of a song.
  if (reading === 'none' && length > 0) return strings.matches(length);
  const others = bar.candidates.value[0]?.other_translations;
  if (reading === 'missing' && others) return strings.onlyIn(others.map((slug) => slug.toUpperCase()).join(' · '));
  if (reading !== 'one') return strings.readings[reading];
  const reference = bar.candidates.value[0]?.reference ?? '';
  const edition = bar.edition.value;
  return edition ? `${reference} ${edition.slug.toUpperCase()}` : reference;
}
