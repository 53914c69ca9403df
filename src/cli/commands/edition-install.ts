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

/** Returns the named edition, with the archive to fetch. Throws `not_found`. */
function requireKnown(call: CommandCall): KnownEdition {
  const slug = call.arguments[0]!.toLowerCase();
  const known = KNOWN_EDITIONS.find((edition) => edition.slug === slug);
  if (!known) {
    throw new LecternError(
      'not_found',
      `No edition called "${slug}" can be fetched. "${INVOCATION} edition list" shows the available ones; ` +
        `"edition import" imports a file of your own.`,
    );
  }
  const sha256 = findOption(call, 'sha256')?.toLowerCase();
  const { url, sha256: expected } = known.archive;
  return { ...known, archive: { url: findOption(call, 'from') ?? url, sha256: sha256 ?? expected } };
}

/** Returns whether the starter edition is meant, which comes with the program and needs no network. */
const isStarter = (call: CommandCall): boolean =>
  call.arguments[0]!.toLowerCase() === STARTER_SLUG && findOption(call, 'from') === undefined;

const toDocument = ({ name, rights }: NormalizedEdition, imported: SavedEdition, report: EditionReport | null) => ({
  ...imported,
  name,
  rights,
  report,
});

export const installEdition = defineStagedCommand({
  name: 'edition install',
  summary: 'Download and install one of the free editions from "edition list"',
  example: 'web',
  arguments: [{ flags: '<slug>', description: 'Slug of the edition, from "edition list"' }],
  options: [
    { flags: '--from <url>', description: 'Mirror to download it from instead', takes: HTTPS_ADDRESS },
    { flags: '--sha256 <digest>', description: 'Reject the archive unless its SHA-256 is this', takes: SHA256 },
  ],
  input: EditionInput,
  requestMaxBytes: EDITION_REQUEST_MAX_BYTES,
  execute: ({ editions }, text) => saveEdition(editions, text),
  run: async (call, executed) => {
    if (isStarter(call)) {
      const { readStarterEdition } = await import('../../editions/starter.ts');
      const text = await readStarterEdition();
      return toDocument(text, await executed(text), null);
    }
    const known = requireKnown(call);
    // Loaded on demand, so that neither the server nor other commands load the parsers.
    const { fetchEdition } = await import('../../editions/fetch-edition.ts');
    const progress = await call.showProgress('Downloading and reading');
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
      `Installed ${name} as "${slug}": ${countVersesAndBooks(verses, books)}.`,
      ...formatReplacedEdition(replaced, rights),
      `Next: ${INVOCATION} library enable ${slug} --organization ID`,
    ].join('\n'),
});
