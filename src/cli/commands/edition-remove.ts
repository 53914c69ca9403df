import { Type } from 'typebox';
import { Strict } from '../../contract/schemas/shapes.ts';
import { defineCommand } from '../command.ts';

export const removeEdition = defineCommand({
  name: 'edition remove',
  summary: 'Remove the text of an edition that no library has; queued verses keep theirs',
  example: 'bsb',
  arguments: [{ flags: '<slug>', meaning: 'Slug of the edition, which "edition list" shows' }],
  input: Strict({ slug: Type.String() }),
  toInput: (typed) => ({ slug: typed.arguments[0]!.toLowerCase() }),
  execute: async ({ editions }, { slug }) => {
    await editions.remove(slug);
    return { slug, removed: true };
  },
  audit: ({ input: { slug } }) => ({ owner: null, resource: slug }),
  toText: ({ slug }) => `The text of ${slug} is removed.`,
});
