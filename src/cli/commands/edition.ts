import { readConfig } from '../../config/config.ts';
import { Strict } from '../../contract/schemas/shapes.ts';
import { LANGUAGES, type Language } from '../../contract/schemas/translation.ts';
import { type EditionOverrides, UNKNOWN_RIGHTS } from '../../editions/normalize-edition.ts';
import { type SavedEdition, saveEdition } from '../../editions/save-edition.ts';
import { type CommandCall, defineCommand, defineStagedCommand, findOption } from '../command.ts';
import { toCommandFailure } from '../command-failure.ts';
import { INVOCATION } from '../invocation.ts';
import { formatTable } from '../terminal/columns.ts';
import { EDITION_NAME, MODULE_NAME, oneOf, SLUG, WEB_ADDRESS } from '../value-rules.ts';
import { EDITION_REQUEST_MAX_BYTES, EditionInput } from './edition-input.ts';
import { countVersesAndBooks, formatEditionReport, formatReplacedEdition } from './format-edition-report.ts';

/** What a person can say about an edition that its file does not say, or says wrongly. */
const EDITION_OPTIONS = [
  {
    flags: '--slug <slug>',
    meaning: 'Short name, by which it is called',
    takes: SLUG,
    fallback: 'the name of the file',
  },
  { flags: '--name <name>', meaning: 'Name, as people see it', takes: EDITION_NAME },
  { flags: '--language <language>', meaning: 'Language of its text', takes: oneOf(LANGUAGES) },
  { flags: '--rights-status <text>', meaning: 'Who may use it: "Public domain", "All rights reserved" …' },
  { flags: '--attribution <text>', meaning: 'The line that is shown with its verses' },
  { flags: '--license-id <text>', meaning: 'Licence, as SPDX names it' },
  { flags: '--license-url <url>', meaning: 'Where the licence is', takes: WEB_ADDRESS },
  { flags: '--copyright <text>', meaning: 'Who holds the copyright' },
  { flags: '--source-url <url>', meaning: 'Where the text comes from', takes: WEB_ADDRESS },
] as const;

/** Whose words have forms that a search knows. */
const KNOWN_LANGUAGES = LANGUAGES.filter((language) => language !== 'und');

const toEditionOptions = (typed: CommandCall): EditionOverrides => ({
  slug: findOption(typed, 'slug'),
  name: findOption(typed, 'name'),
  language: findOption(typed, 'language') as Language | undefined,
  rights: {
    rights_status: findOption(typed, 'rightsStatus'),
    attribution: findOption(typed, 'attribution'),
    license_id: findOption(typed, 'licenseId'),
    license_url: findOption(typed, 'licenseUrl'),
    copyright: findOption(typed, 'copyright'),
    source_url: findOption(typed, 'sourceUrl'),
  },
});

/** What an import under this slug would replace. It only looks: a running server is not asked, and no data folder is begun. */
async function findReplaced(slug: string): Promise<SavedEdition['replaced']> {
  const { inspectEditions } = await import('../../storage/inspect-database.ts');
  const found = (await inspectEditions(readConfig())).find((edition) => edition.slug === slug);
  if (!found) return null;
  const { name, books, rights } = found;
  return { name, books, rights_status: rights.rights_status, attribution: rights.attribution };
}

/** What was read of the source is worth telling all the same. */
function tellUnknown(error: Error): null {
  console.error(`Whether it would replace an edition is not known: ${toCommandFailure(error).detail}`);
  return null;
}

export const importEditionFile = defineStagedCommand({
  name: 'edition import',
  summary: 'Install an edition from a file, zip archive or folder, or a new revision of it',
  example: 'bsb_usfm.zip --slug bsb --language en --rights-status "Public domain"',
  arguments: [
    { flags: '<path>', meaning: 'The text, as USFM, USX, USFX, OSIS, Zefania, OpenSong, Beblia or SWORD module' },
  ],
  options: [
    ...EDITION_OPTIONS,
    {
      flags: '--module <name>',
      meaning: 'What to read where the folder or archive holds several SWORD modules',
      takes: MODULE_NAME,
    },
    { flags: '--allow-gaps', meaning: 'Take books of which more than one verse in twenty is empty' },
    { flags: '--dry-run', meaning: 'Read, check and report, and change nothing' },
  ],
  input: EditionInput,
  requestMaxBytes: EDITION_REQUEST_MAX_BYTES,
  execute: ({ editions }, text) => saveEdition(editions, text),
  run: async (typed, executed) => {
    const options = toEditionOptions(typed);
    // The parsers are for this command alone: neither the server nor other commands should load them.
    const { openEditionSource, parseEdition } = await import('../../editions/parse-edition.ts');
    const source = await openEditionSource(typed.arguments[0]!, findOption(typed, 'module'));
    const progress = await typed.showProgress('Reading');
    const allowGaps = typed.options.allowGaps === true;
    const { text, report } = await parseEdition(source, { ...options, allowGaps }, progress.update).finally(
      progress.end,
    );
    const { slug, name, language, rights, provenance, books } = text;
    const dryRun = typed.options.dryRun === true;
    const replaced = dryRun ? await findReplaced(slug).catch(tellUnknown) : (await executed(text)).replaced;
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
      ...(rights.rights_status === UNKNOWN_RIGHTS ? ['Say what is known with --rights-status and --attribution.'] : []),
      ...(language === 'und'
        ? [
            `Its words are searched as they are written. Where it is in one of ${KNOWN_LANGUAGES.join(', ')}, say so with --language.`,
          ]
        : []),
      '',
      dry_run
        ? `${name} can be imported as "${slug}": ${countVersesAndBooks(verses, books)}.`
        : `${name} is imported as "${slug}": ${countVersesAndBooks(verses, books)}.`,
      ...formatReplacedEdition(replaced, rights),
      dry_run ? 'Nothing was changed.' : `Next: ${INVOCATION} library enable ${slug} --organization ID`,
    ].join('\n'),
});

export const listEditions = defineCommand({
  name: 'edition list',
  summary: 'List the Bible editions that are installed, and the free ones that "edition install" fetches',
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
      ? 'There are no editions.'
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
