import { readConfig } from '../../config/config.ts';
import { UNKNOWN_RIGHTS } from '../../contract/edition-library.ts';
import { Strict } from '../../contract/schemas/shapes.ts';
import { LANGUAGES, type Language } from '../../contract/schemas/translation.ts';
import type { EditionOverrides } from '../../editions/normalize-edition.ts';
import { type SavedEdition, saveEdition } from '../../editions/save-edition.ts';
import { type CommandCall, defineCommand, defineStagedCommand, findOption } from '../command.ts';
import { toCommandFailure } from '../command-failure.ts';
import { INVOCATION } from '../invocation.ts';
import { formatTable } from '../terminal/columns.ts';
import { printError, terminal } from '../terminal/terminal.ts';
import { EDITION_NAME, LANGUAGE_TAG, MODULE_NAME, oneOf, SLUG, WEB_ADDRESS } from '../value-rules.ts';
import { EDITION_REQUEST_MAX_BYTES, EditionInput } from './edition-input.ts';
import { countVersesAndBooks, formatEditionReport, formatReplacedEdition } from './format-edition-report.ts';

/** Options that add to or override what the source says about the edition. */
const EDITION_OPTIONS = [
  {
    flags: '--slug <slug>',
    description: 'Short name that identifies the edition',
    takes: SLUG,
    fallback: 'the file name',
  },
  { flags: '--name <name>', description: 'Display name', takes: EDITION_NAME },
  { flags: '--language <language>', description: 'Language of the text', takes: oneOf(LANGUAGES) },
  {
    flags: '--language-tag <tag>',
    description: 'Language of the text (BCP 47)',
    takes: LANGUAGE_TAG,
  },
  { flags: '--rights-status <text>', description: 'Rights, such as "Public domain" or "All rights reserved"' },
  { flags: '--attribution <text>', description: 'Attribution shown with its verses' },
  { flags: '--license-id <text>', description: 'SPDX identifier of the license' },
  { flags: '--license-url <url>', description: 'Address of the license', takes: WEB_ADDRESS },
  { flags: '--copyright <text>', description: 'Copyright notice' },
  { flags: '--source-url <url>', description: 'Address of the source of the text', takes: WEB_ADDRESS },
] as const;

/** Languages whose inflected word forms the search recognizes. */
const KNOWN_LANGUAGES = LANGUAGES.filter((language) => language !== 'und');

const toEditionOptions = (call: CommandCall): EditionOverrides => ({
  slug: findOption(call, 'slug'),
  name: findOption(call, 'name'),
  language: findOption(call, 'language') as Language | undefined,
  languageTag: findOption(call, 'languageTag'),
  rights: {
    rights_status: findOption(call, 'rightsStatus'),
    attribution: findOption(call, 'attribution'),
    license_id: findOption(call, 'licenseId'),
    license_url: findOption(call, 'licenseUrl'),
    copyright: findOption(call, 'copyright'),
    source_url: findOption(call, 'sourceUrl'),
  },
});

/**
 * Returns the edition that an import under this slug would replace. It reads the database directly, contacts no running
 * server and creates no data folder.
 */
async function findReplaced(slug: string): Promise<SavedEdition['replaced']> {
  const { inspectEditions } = await import('../../storage/inspect-database.ts');
  const found = (await inspectEditions(readConfig(terminal().env))).find((edition) => edition.slug === slug);
  if (!found) return null;
  const { name, books, rights } = found;
  return { name, books, rights_status: rights.rights_status, attribution: rights.attribution };
}

/** Warns that the replaced edition is unknown. The report on the source is still useful, so the command continues. */
function warnUnknown(error: Error): null {
  printError(`Warning: could not check whether this replaces an edition: ${toCommandFailure(error).detail}`);
  return null;
}

export const importEditionFile = defineStagedCommand({
  name: 'edition import',
  summary: 'Import an edition, or a new revision of it, from a file, zip archive or folder',
  example: 'bsb_usfm.zip --slug bsb --language en --rights-status "Public domain"',
  arguments: [
    {
      flags: '<path>',
      description:
        'The text in USFM, USX, USFX, OSIS, Zefania, OpenSong, Beblia, JSON or CSV, a SWORD module, or a Bible of OpenLP',
    },
  ],
  options: [
    ...EDITION_OPTIONS,
    {
      flags: '--module <name>',
      description: 'SWORD module to import if the folder or archive holds several',
      takes: MODULE_NAME,
    },
    { flags: '--allow-gaps', description: 'Accept books in which more than one verse in twenty is empty' },
    { flags: '--dry-run', description: 'Read, check and report, but change nothing' },
  ],
  input: EditionInput,
  requestMaxBytes: EDITION_REQUEST_MAX_BYTES,
  execute: ({ editions }, text) => saveEdition(editions, text),
  run: async (call, executed) => {
    const options = toEditionOptions(call);
    // Loaded on demand, so that neither the server nor other commands load the parsers.
    const { openEditionSource, parseEdition } = await import('../../editions/parse-edition.ts');
    const source = await openEditionSource(call.arguments[0]!, findOption(call, 'module'));
    const progress = await call.showProgress('Reading');
    const allowGaps = call.options.allowGaps === true;
    const { text, report } = await parseEdition(source, { ...options, allowGaps }, progress.update).finally(
      progress.end,
    );
    const { slug, name, language, rights, provenance, books } = text;
    const dryRun = call.options.dryRun === true;
    const replaced = dryRun ? await findReplaced(slug).catch(warnUnknown) : (await executed(text)).replaced;
    return {
      slug,
      books: books.length,
      verses: books.reduce((sum, book) => sum + book.verses.length, 0),
      archive_sha256: provenance.archive_sha256,
      name,
      language,
      rights,
      dry_run: dryRun,
      replaced,
      report,
    };
  },
  audit: ({ input: { slug } }) => ({ owner: null, resource: slug }),
  toText: ({ slug, books, verses, name, language, rights, dry_run, replaced, report }) =>
    [
      formatEditionReport(report),
      `Rights: ${rights.rights_status}`,
      `Shown with each verse: ${rights.attribution}`,
      ...(rights.rights_status === UNKNOWN_RIGHTS
        ? ['If you know the rights, add --rights-status and --attribution.']
        : []),
      ...(language === 'und'
        ? [
            `Its language is unknown, so searches match words exactly as written. If it is one of ${KNOWN_LANGUAGES.join(', ')}, add --language.`,
          ]
        : []),
      '',
      dry_run
        ? `${name} can be imported as "${slug}": ${countVersesAndBooks(verses, books)}.`
        : `Imported ${name} as "${slug}": ${countVersesAndBooks(verses, books)}.`,
      ...formatReplacedEdition(replaced, rights),
      dry_run ? 'Nothing was changed.' : `Next: ${INVOCATION} library enable ${slug} --organization ID`,
    ].join('\n'),
});

export const listEditions = defineCommand({
  name: 'edition list',
  summary: 'List installed Bible editions and the free ones that "edition install" can download',
  input: Strict({}),
  toInput: () => ({}),
  execute: async ({ administration }) => ({
    data: (await administration.listEditions()).map((edition) => ({
      slug: edition.slug,
      name: edition.name,
      language: edition.language,
      installed: edition.revisionId !== null,
      books: edition.bookIds.length,
      rights_status: edition.rights.rights_status,
      archive_sha256: edition.provenance.archive_sha256,
    })),
  }),
  toText: ({ data }) =>
    data.length === 0
      ? 'No editions found.'
      : formatTable(
          ['SLUG', 'LANGUAGE', 'INSTALLED', 'BOOKS', 'NAME'],
          data.map((edition) => [
            edition.slug,
            edition.language,
            edition.installed ? 'yes' : 'no',
            String(edition.books),
            edition.name,
          ]),
        ),
});
