import { LecternError } from '../../contract/lectern-error.ts';
import { STARTER_SLUG } from '../../contract/schemas/translation.ts';
import type { EditionReport } from '../../editions/checks/edition-report.ts';
import { KNOWN_EDITIONS, type KnownEdition } from '../../editions/known-editions.ts';
import type { NormalizedEdition } from '../../editions/normalized-edition.ts';
import { type SavedEdition, saveEdition } from '../../editions/save-edition.ts';
import { type CommandCall, defineStagedCommand, findOption } from '../command.ts';
import { INVOCATION } from '../invocation.ts';
import { HTTPS_ADDRESS, SHA256 } from '../value-rules.ts';
import { EDITION_REQUEST_MAX_BYTES, EditionInput } from './edition-input.ts';
import { countVersesAndBooks, formatEditionReport, formatReplacedEdition } from './format-edition-report.ts';

/** The edition that is meant, with the archive that is meant. Throws `not_found`. */
function requireKnown(typed: CommandCall): KnownEdition {
  const slug = typed.arguments[0]!.toLowerCase();
  const known = KNOWN_EDITIONS.find((edition) => edition.slug === slug);
  if (!known) {
    throw new LecternError(
      'not_found',
      `No edition that can be fetched is called "${slug}". "${INVOCATION} edition list" shows those that are; ` +
        `"edition import" takes a file of your own.`,
    );
  }
  const sha256 = findOption(typed, 'sha256')?.toLowerCase();
  const { url, sha256: expected } = known.archive;
  return { ...known, archive: { url: findOption(typed, 'from') ?? url, sha256: sha256 ?? expected } };
}

/** It comes with the program, and needs no network. */
const isStarter = (typed: CommandCall): boolean =>
  typed.arguments[0]!.toLowerCase() === STARTER_SLUG && findOption(typed, 'from') === undefined;

const toDocument = ({ name, rights }: NormalizedEdition, imported: SavedEdition, report: EditionReport | null) => ({
  ...imported,
  name,
  rights,
  report,
});

export const installEdition = defineStagedCommand({
  name: 'edition install',
  summary: 'Fetch one of the free editions that "edition list" shows, and install it',
  example: 'web',
  arguments: [{ flags: '<slug>', meaning: 'Slug of the edition, which "edition list" shows' }],
  options: [
    { flags: '--from <url>', meaning: 'A mirror to fetch it from instead', takes: HTTPS_ADDRESS },
    { flags: '--sha256 <digest>', meaning: 'Take the archive only if this is its SHA-256', takes: SHA256 },
  ],
  input: EditionInput,
  requestMaxBytes: EDITION_REQUEST_MAX_BYTES,
  execute: ({ editions }, text) => saveEdition(editions, text),
  run: async (typed, executed) => {
    if (isStarter(typed)) {
      const { readStarterEdition } = await import('../../editions/starter.ts');
      const text = await readStarterEdition();
      return toDocument(text, await executed(text), null);
    }
    const known = requireKnown(typed);
    // The parsers are for importing alone: neither the server nor other commands should load them.
    const { fetchEdition } = await import('../../editions/fetch-edition.ts');
    const progress = await typed.showProgress('Fetching and reading');
    const { text, report } = await fetchEdition(known, {
      fetching: (share) => progress.update(share / 2),
      reading: (share) => progress.update(0.5 + share / 2),
    }).finally(progress.end);
    return toDocument(text, await executed(text), report);
  },
  audit: ({ input: { slug } }) => ({ owner: null, resource: slug }),
  toText: ({ slug, name, books, verses, rights, archive_sha256, replaced, report }) =>
    [
      ...(report ? [formatEditionReport(report)] : []),
      `Rights: ${rights.rights_status}`,
      `Shown with each verse: ${rights.attribution}`,
      `SHA-256 of the archive: ${archive_sha256}`,
      '',
      `${name} is installed as "${slug}": ${countVersesAndBooks(verses, books)}.`,
      ...formatReplacedEdition(replaced, rights),
      `Next: ${INVOCATION} library enable ${slug} --organization ID`,
    ].join('\n'),
});
