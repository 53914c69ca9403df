import type { ConsoleStrings } from '../../../src/locales/en/console/index.ts';
import type { BarState } from '../state/bar-state.ts';

/** What stands beside the typed text: how the console reads it, in a few words. Empty while it is being read. */
export function describeReading(bar: BarState, words: ConsoleStrings['bar']): string {
  const { kind, query } = bar.parsed.value;
  if (bar.text.value.trim() === '' || kind === 'commands') return '';
  const editions = bar.editions.value;
  if (editions && editions.length !== 1) {
    return editions.length === 0 ? words.noEdition : editions.map(({ slug }) => slug.toUpperCase()).join(' · ');
  }
  if (query === '') return '';
  const { value: reading } = bar.reading;
  if (reading === 'wait') return '';
  if (reading !== 'one') return kind === 'words' ? words.words(bar.candidates.value.length) : words.readings[reading];
  const reference = bar.candidates.value[0]?.reference ?? '';
  const edition = bar.edition.value;
  return edition ? `${reference} ${edition.slug.toUpperCase()}` : reference;
}
