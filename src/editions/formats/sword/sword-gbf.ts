/** Tags of the General Bible Format, with those of OSIS. A tag that is missing here is left out. */
const OSIS_TAGS: ReadonlyMap<string, string> = new Map([
  ['CL', '<lb/>'],
  ['CM', '<lb/>'],
  ['FI', '<transChange type="added">'],
  ['Fi', '</transChange>'],
  ['FR', '<q who="Jesus">'],
  ['Fr', '</q>'],
  ['PP', '<lg>'],
  ['Pp', '</lg>'],
  ['RF', '<note>'],
  ['Rf', '</note>'],
  ['TB', '<title>'],
  ['Tb', '</title>'],
  ['TH', '<title type="psalm">'],
  ['Th', '</title>'],
  ['TS', '<title>'],
  ['Ts', '</title>'],
  ['TT', '<title type="main">'],
  ['Tt', '</title>'],
]);

/** Two letters, such as "WH" with a dictionary number after it. The second letter of an end is in lower case. */
const TAG = /<([A-Z][A-Za-z])([^<>]*)>/g;

/** Converts a fragment in the General Bible Format to OSIS. "CA" has the code of a character in hexadecimal digits. */
export const convertGbf = (fragment: string): string =>
  fragment.replace(TAG, (_, tag: string, rest: string) =>
    tag === 'CA' ? `&#x${rest.trim()};` : (OSIS_TAGS.get(tag) ?? ''),
  );
