import { type RichText, richText } from '../rich-text.ts';

export const docs = {
  skip: 'Skip to the content',
  brand: 'Docs',
  title: 'Documentation',
  contents: 'Contents',
  languages: 'Languages',
  home: {
    lead: 'Lectern shows Bible verses, songs and slides on the screens of a service. These guides lead an operator through the first service, and a developer to the first push.',
    firstService: 'Your first service',
    more: <Piece>(first: Piece, second: Piece): RichText<Piece> =>
      richText`Read the API as an ${first}, or look up an ${second}.`,
    first: 'OpenAPI document',
    second: 'error code',
  },
  missing: {
    title: 'Page not found',
    text: <Piece>(home: Piece): RichText<Piece> =>
      richText`There is no page at this address. Use the search, or start at the ${home}.`,
    home: 'first page of the documentation',
  },
  groups: { start: 'Get started', operate: 'Operate', screens: 'Screens', run: 'Install and run' },
  /** Follows a link to a page in English. */
  inEnglish: 'in English',
  inSource: 'in the source code',
  linkTo: (heading: string) => `Link to ${heading}`,
  page: { onThis: 'On this page', beside: 'Previous and next page', previous: 'Previous', next: 'Next' },
  search: {
    open: 'Search',
    title: 'Search the documentation',
    hint: 'A title, a heading or an operation',
    close: 'Close',
    found: (count: number) => (count === 1 ? '1 result' : `${count} results`),
    nothing: 'Nothing matches.',
    failed: 'The search is not available now. The contents list every page.',
  },
  code: {
    copy: 'Copy',
    copied: 'Copied',
    selected: 'Selected',
    isCopied: 'The code is copied.',
    isSelected: 'The code is selected: press Ctrl+C to copy it.',
    block: 'Code',
    table: 'Table',
  },
};

export type DocsStrings = typeof docs;
