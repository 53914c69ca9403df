import { type Static, Type } from 'typebox';
import { Strict } from '../../contract/schemas/shapes.ts';
import type { AuditTarget } from '../../domain/audit/audit.ts';
import { type CommandCall, defineCommand, requireOneOf } from '../command.ts';
import { INVOCATION } from '../invocation.ts';
import { formatTable } from '../terminal/columns.ts';
import { ACCOUNT_ID, ORGANIZATION_ID } from '../value-rules.ts';

const Subject = Type.Union([Strict({ organization: Type.String() }), Strict({ account: Type.String() })]);
const Input = Strict({ slug: Type.String(), subject: Subject });

const SUBJECT_OPTIONS = [
  {
    flags: '--organization <id>',
    description: 'Library of this organization',
    required: true,
    alternative: true,
    takes: ORGANIZATION_ID,
  },
  {
    flags: '--account <id>',
    description: 'Library of this personal account',
    required: true,
    alternative: true,
    takes: ACCOUNT_ID,
  },
] as const;

const toSubject = (call: CommandCall) => requireOneOf(call, ['organization', 'account']) as Static<typeof Subject>;

const definition = {
  example: 'kjv --organization ID',
  arguments: [{ flags: '<slug>', description: 'Slug of the edition, from "edition list"' }],
  options: SUBJECT_OPTIONS,
  input: Input,
  toInput: (call: CommandCall): Static<typeof Input> => ({ slug: call.arguments[0]!, subject: toSubject(call) }),
} as const;

/** Returns the owner of the library under its REST field name. */
const toOwner = (subject: Static<typeof Subject>) =>
  'organization' in subject ? { organization_id: subject.organization } : { account_id: subject.account };

const audit = ({ input: { slug, subject } }: { input: Static<typeof Input> }): AuditTarget => ({
  owner:
    'organization' in subject
      ? { kind: 'organization', id: subject.organization }
      : { kind: 'account', id: subject.account },
  resource: slug.toLowerCase(),
});

const text = (result: { slug: string; enabled: boolean; organization_id?: string; account_id?: string }): string =>
  `${result.slug} is ${result.enabled ? '' : 'not '}in the library of ${result.organization_id ?? result.account_id}.`;

export const enableEdition = defineCommand({
  ...definition,
  name: 'library enable',
  summary: 'Allow an organization or account to use an edition',
  execute: async ({ administration }, { slug, subject }) => {
    const edition = await administration.enableEdition(slug, subject);
    return { slug: edition.slug, enabled: true, ...toOwner(subject) };
  },
  audit,
  toText: text,
});

export const disableEdition = defineCommand({
  ...definition,
  name: 'library disable',
  summary: 'Remove an edition from a library; queued verses stay',
  execute: async ({ administration }, { slug, subject }) => {
    await administration.disableEdition(slug, subject);
    return { slug: slug.toLowerCase(), enabled: false, ...toOwner(subject) };
  },
  audit,
  toText: text,
});

export const listLibrary = defineCommand({
  name: 'library list',
  summary: 'List the editions that an organization or account can use',
  example: '--organization ID',
  options: SUBJECT_OPTIONS,
  input: Strict({ subject: Subject }),
  toInput: (call) => ({ subject: toSubject(call) }),
  execute: async ({ administration }, { subject }) => ({
    data: (await administration.listLibrary(subject)).map(({ slug, name, language, rights }) => ({
      slug,
      name,
      language,
      rights_status: rights.rights_status,
    })),
  }),
  toText: ({ data }) =>
    data.length === 0
      ? `The library is empty. Next: ${INVOCATION} library enable SLUG …`
      : formatTable(
          ['SLUG', 'LANGUAGE', 'NAME'],
          data.map(({ slug, language, name }) => [slug, language, name]),
        ),
});
