import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { CLI_COMMANDS } from '../../../src/cli/commands.ts';
import { OPERATIONS } from '../../../src/contract/operations.ts';
import { LANGUAGE_CODES } from '../../../src/locales/languages.ts';
import { STRINGS } from '../../../src/locales/strings.ts';

const ROOT = join(import.meta.dirname, '../../..');
/** How an operation of a page or of OAuth is named where it is done. */
const NAMED = [
  /\b(?:actor|audit|auditOf\([^)]*\))\('(\w+)'/g,
  /\b(?:holderOf|toDeskVisitor)\([^()]*, '(\w+)'/g,
  /\baddForm\('[^']*', '(\w+)'/g,
  /\boperation(?: =|:) '(\w+)'/g,
  /'(?:allowed|denied)', '(\w+)'\]/g,
  /\btoCommandActor\('([\w ]+)'/g,
];
/** Those whose account or organization is gone with them, or that concern the installation: no page shows them. */
const UNSEEN = ['deleteAccount', 'deleteOrganization', 'account delete', 'restore'];
/** They have a body, and write nothing. */
const READING = ['extractReferences'];
const OF_INSTALLATION = /^(client|edition|keys) /;

test('[D43] when an operation leaves an audit record, then it has words in every language', () => {
  const rest = Object.entries(OPERATIONS).flatMap(([name, { method }]) => (method === 'GET' ? [] : [name]));
  const commands = CLI_COMMANDS.flatMap((command) => ('audit' in command && command.audit ? [command.name] : []));
  const named = globSync(['src/{pages,oauth,domain,cli}/**/*.ts', 'src/first-start.ts'], { cwd: ROOT }).flatMap(
    (file) => {
      const source = readFileSync(join(ROOT, file), 'utf8');
      return NAMED.flatMap((pattern) => [...source.matchAll(pattern)].map(([, name]) => name!));
    },
  );
  for (const known of [
    'allowTerminal',
    'denyTerminal',
    'signIn',
    'renameOrganization',
    'refreshGrant',
    'first start',
  ]) {
    assert.ok(named.includes(known), `${known} is found where it is done`);
  }
  const recorded = new Set([...rest, ...commands, ...named]);
  for (const language of LANGUAGE_CODES) {
    const words = STRINGS[language].activity.operations;
    const missing = [...recorded].filter(
      (name) => ![...UNSEEN, ...READING].includes(name) && !OF_INSTALLATION.test(name) && !Object.hasOwn(words, name),
    );
    assert.deepEqual(missing, [], language);
  }
});

test('[D43] when a record does not contain what became of the playback, then its words do not say it', () => {
  for (const { activity } of Object.values(STRINGS))
    assert.doesNotMatch(activity.operations.updatePlayback, / (or|ou|oder) /);
});
