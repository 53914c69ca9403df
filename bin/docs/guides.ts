import { globSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { type InterfaceLanguage, isLanguage } from '../../src/locales/languages.ts';
import { STRINGS } from '../../src/locales/strings.ts';

/** A Markdown file of the documentation. */
export interface Guide {
  /** Path in the repository, such as "docs/how-to/keys.md". */
  readonly file: string;
  /** Path on the server, such as "/docs/how-to/keys". */
  readonly address: string;
  readonly title: string;
  readonly text: string;
}

/** A group of the contents, in reading order. */
export interface GuideGroup {
  readonly title: string;
  readonly guides: readonly Guide[];
}

/** The group of the pages that are made from openapi.json. */
export const API_GROUP = 'API reference';

/**
 * The groups of the contents and their files in reading order; `*` is every other file of the folder, in the order in
 * which its README links to them, or by title. Groups of several languages have their title in the strings.
 */
const GROUPS: readonly (readonly [name: string, files: readonly string[]])[] = [
  ['start', ['tutorial/first-service', 'tutorial/first-push', 'tutorial/*']],
  [
    'operate',
    [
      'how-to/plan-a-service',
      'how-to/operate-by-keys',
      'how-to/undo-and-history',
      'how-to/present-slides',
      'how-to/songs',
      'how-to/coming-from-propresenter',
      'how-to/coming-from-easyworship',
      'how-to/coming-from-openlp',
      'how-to/coming-from-freeshow',
      'how-to/report-songs',
      'how-to/two-translations',
      'how-to/multilingual-service',
      'how-to/remote-links',
      'how-to/buttons',
      'how-to/companion',
    ],
  ],
  [
    'screens',
    [
      'how-to/outputs',
      'how-to/obs-scenes',
      'how-to/pair-a-screen',
      'how-to/stage-display',
      'how-to/design',
      'how-to/protect-a-live',
      'how-to/another-display',
      'how-to/ograf',
    ],
  ],
  [
    'run',
    [
      'how-to/docker',
      'how-to/systemd',
      'how-to/behind-a-proxy',
      'how-to/open-to-the-network',
      'how-to/sign-in-and-accounts',
      'how-to/administrators',
      'how-to/people',
      'how-to/import-an-edition',
      'how-to/backup-and-restore',
      'how-to/keys',
      'how-to/run-with-postgresql',
      'how-to/several-nodes',
    ],
  ],
  ['Develop', ['how-to/write-a-client', 'how-to/connect-an-app', 'how-to/service-tokens', 'how-to/assistants']],
  ['More guides', ['how-to/*', 'explanation/*']],
  [API_GROUP, []],
  ['Reference', ['reference/*']],
  ['Specification', ['spec/README', 'spec/*']],
  ['Project', ['glossary', '*']],
  ['Decisions', ['decisions/README', 'decisions/*']],
];

/**
 * Reads every Markdown file of a language in the `docs` folder of `root`; the group of the API reference, which is in
 * English, is empty. Throws for a file without a title.
 */
export function readGuides(root: string, language: InterfaceLanguage): GuideGroup[] {
  const files = globSync('docs/**/*.md', { cwd: root }).map((file) => file.replaceAll('\\', '/'));
  const own = files.filter((file) => languageOfFile(file) === language);
  const folder = language === 'en' ? 'docs/' : `docs/${language}/`;
  const left = new Map(own.map((file) => [file.slice(folder.length, -'.md'.length), readGuide(root, file)]));
  const texts = new Map(left);
  const named = new Set(GROUPS.flatMap(([, names]) => names));
  const take = (pattern: string): Guide[] => {
    const names = pattern.endsWith('*')
      ? [...left.keys()].filter((name) => !named.has(name) && matches(pattern, name))
      : [pattern];
    const guides = names.flatMap((name) => left.get(name) ?? []);
    for (const name of names) left.delete(name);
    const readme = pattern.endsWith('/*') ? texts.get(`${pattern.slice(0, -1)}README`) : undefined;
    return inOrder(guides, readme?.text ?? '');
  };
  const titles: Readonly<Record<string, string>> = STRINGS[language].docs.groups;
  return GROUPS.map(([name, patterns]) => ({ title: titles[name] ?? name, guides: patterns.flatMap(take) })).filter(
    ({ title, guides }) => guides.length > 0 || (title === API_GROUP && language === 'en'),
  );
}

/** Those that the README does not link to come last. */
function inOrder(guides: readonly Guide[], readme: string): Guide[] {
  const placeOf = ({ file }: Guide) => {
    const place = readme.indexOf(`](${basename(file)}`);
    return place < 0 ? readme.length : place;
  };
  return guides.toSorted((a, b) => placeOf(a) - placeOf(b) || a.title.localeCompare(b.title));
}

/** True where a pattern of GROUPS is for a file; `*` alone is for those of folders that no other pattern is for. */
const matches = (pattern: string, name: string): boolean =>
  pattern === '*'
    ? !PATTERNS.some((other) => other !== '*' && matches(other, name))
    : name.startsWith(pattern.slice(0, -1));
const PATTERNS = GROUPS.flatMap(([, patterns]) => patterns).filter((pattern) => pattern.endsWith('*'));

function readGuide(root: string, file: string): Guide {
  const text = readFileSync(join(root, file), 'utf8');
  const [, title] = /^# (.+)$/m.exec(text) ?? [];
  if (!title) throw new Error(`${file} has no title: begin it with "# ".`);
  return { file, address: toAddress(file), title: title.replaceAll('`', ''), text };
}

/** Guides in English are in `docs`, others in the folder of their language, such as "docs/de/how-to/outputs.md". */
export function languageOfFile(file: string): InterfaceLanguage {
  const [, folder] = file.split('/');
  return isLanguage(folder) ? folder : 'en';
}

/** The address of a Markdown file: without its ending, and of a README that of its folder. */
export const toAddress = (file: string): string => `/${file.replace(/(\/README)?\.md$/, '')}`;
