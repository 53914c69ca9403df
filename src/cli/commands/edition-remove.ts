import { Type } from 'typebox';
import { Strict } from '../../contract/schemas/shapes.ts';
import { defineCommand } from '../command.ts';

export const removeEdition = defineCommand({
  name: 'edition remove',
  summary: 'Remove the text of an edition that is in no library; queued verses keep their text',
  example: 'bsb',
  arguments: [{ flags: '<slug>', description: 'Slug of the edition, from "edition list"' }],
  input: Strict({ slug: Type.String() }),
  toInput: (call) => ({ slug: call.arguments[0]!.toLowerCase() }),
  execute: async ({ editions }, { slug }) => {
    await editions.remove(slug);
    return { slug, removed: true };
  },
  audit: ({ input: { slug } }) => ({ owner: null, resource: slug }),
  toText: ({ slug }) => `Removed the text of ${slug}.`,
});
