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
    meaning: 'The library of this organization',
    required: true,
    alternative: true,
    takes: ORGANIZATION_ID,
  },
  {
    flags: '--account <id>',
    meaning: 'The library of this personal account',
    required: true,
    alternative: true,
    takes: ACCOUNT_ID,
  },
] as const;

const toSubject = (typed: CommandCall) => requireOneOf(typed, ['organization', 'account']) as Static<typeof Subject>;

const words = {
  example: 'kjv --organization ID',
  arguments: [{ flags: '<slug>', meaning: 'Slug of the edition, which "edition list" shows' }],
  options: SUBJECT_OPTIONS,
  input: Input,
  toInput: (typed: CommandCall): Static<typeof Input> => ({ slug: typed.arguments[0]!, subject: toSubject(typed) }),
} as const;

/** Whose library it is, as REST names owners. */
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
  ...words,
  name: 'library enable',
  summary: 'Let an organization or account use an edition',
  execute: async ({ administration }, { slug, subject }) => {
    const edition = await administration.enableEdition(slug, subject);
    return { slug: edition.slug, enabled: true, ...toOwner(subject) };
  },
  audit,
  toText: text,
});

export const disableEdition = defineCommand({
  ...words,
  name: 'library disable',
  summary: 'Take an edition out of a library; queued verses stay',
  execute: async ({ administration }, { slug, subject }) => {
    await administration.disableEdition(slug, subject);
    return { slug: slug.toLowerCase(), enabled: false, ...toOwner(subject) };
  },
  audit,
  toText: text,
});

export const listLibrary = defineCommand({
  name: 'library list',
  summary: 'List the editions that an organization or account may use',
  example: '--organization ID',
  options: SUBJECT_OPTIONS,
  input: Strict({ subject: Subject }),
  toInput: (typed) => ({ subject: toSubject(typed) }),
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
