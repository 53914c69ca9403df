import type { EditionUse } from '../../src/contract/edition-library.ts';
import type { EditionsStrings } from '../../src/locales/en/editions.ts';

/** Describes who uses an edition. */
export function describeUse(
  { organizations, named, accounts, lives }: EditionUse,
  strings: EditionsStrings['use'],
): string {
  const others = organizations - named.length;
  const parts = [
    ...named,
    ...(others > 0 ? [strings.others(others)] : []),
    ...(accounts > 0 ? [strings.accounts(accounts)] : []),
  ];
  const holders = parts.length === 0 ? strings.unused : strings.by(parts.join(', '));
  return lives === 0 ? holders : `${holders} ${strings.lives(lives)}`;
}
