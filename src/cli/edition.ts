import { Strict } from '../contract/schemas/shapes.ts';
import { toTable } from './columns.ts';
import { defineCommand } from './command.ts';

export const listEditions = defineCommand({
  name: 'edition list',
  summary: 'List the Bible editions of this installation',
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
      : toTable(
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
