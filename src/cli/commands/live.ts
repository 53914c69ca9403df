import { type Static, Type } from 'typebox';
import { LecternError } from '../../contract/lectern-error.ts';
import { PAGE_MAX_ITEMS } from '../../contract/limits.ts';
import { Nullable, Strict } from '../../contract/schemas/shapes.ts';
import { toAccountOwner, toOwnerIdField, unknownOwnerError } from '../../domain/account/owners/owner.ts';
import { toCommandActor } from '../../domain/audit/audit.ts';
import { changeSecret, rename, type Transition } from '../../domain/live/changes/transitions.ts';
import { AudienceSecrets, newAudienceSecret } from '../../domain/live/state/audience-secret.ts';
import type { Installation } from '../../installation.ts';
import { readSecrets } from '../../secrets.ts';
import type { LiveRecord, LiveState, Owner } from '../../storage/storage.ts';
import { type CommandCall, defineCommand, findOption, requireOneOf, requireOption } from '../command.ts';
import { INVOCATION } from '../invocation.ts';
import { formatTable } from '../terminal/columns.ts';
import { ACCOUNT_ID, NAME, ORGANIZATION_ID } from '../value-rules.ts';
import { describeLiveState, formatLive, toLiveDocument } from './format-live.ts';

const Subject = Type.Union([Strict({ organization: Type.String() }), Strict({ account: Type.String() })]);

const toOwnerOptions = (required?: true) =>
  [
    {
      flags: '--organization <id>',
      description: 'Lives of this organization',
      ...(required && { required }),
      alternative: true,
      takes: ORGANIZATION_ID,
    },
    {
      flags: '--account <id>',
      description: 'Lives of this personal account',
      ...(required && { required }),
      alternative: true,
      takes: ACCOUNT_ID,
    },
  ] as const;

const LIVE = {
  example: 'ID',
  arguments: [{ flags: '<id>', description: 'Id of the Live, from "live list"' }],
  input: Strict({ id: Type.String() }),
  toInput: (call: CommandCall) => ({ id: call.arguments[0]! }),
} as const;

export const listLivesCommand = defineCommand({
  name: 'live list',
  summary: 'List Lives with what their audience sees',
  example: '--organization ID',
  options: toOwnerOptions(),
  input: Strict({ subject: Nullable(Subject) }),
  toInput: (call) => {
    const organization = findOption(call, 'organization');
    const account = findOption(call, 'account');
    if (organization !== undefined) return { subject: { organization } };
    return { subject: account === undefined ? null : { account } };
  },
  execute: async (installation, { subject }) => {
    const owners = subject ? [await requireSubject(installation, subject)] : await listOwners(installation);
    const data: ReturnType<typeof toLiveDocument>[] = [];
    for (const owner of owners) {
      for (const id of await listIds(installation, owner)) {
        const state = await installation.lives.find(id);
        if (state) data.push(toLiveDocument(installation, state.record));
      }
    }
    return { data };
  },
  toText: ({ data }) =>
    data.length === 0
      ? `No Lives found.\nNext: ${INVOCATION} live create --organization ID --name NAME`
      : formatTable(
          ['ID', 'OWNER', 'STATE', 'PROTECTED', 'NAME'],
          data.map((live) => [
            live.live_id,
            live.organization_id ?? live.account_id ?? '',
            describeLiveState(live),
            live.protected ? 'yes' : 'no',
            live.name,
          ]),
        ),
});

export const createLiveCommand = defineCommand({
  name: 'live create',
  summary: 'Create a Live and show its links',
  example: '--organization ID --name "Side chapel"',
  options: [
    ...toOwnerOptions(true),
    { flags: '--name <name>', description: 'Display name', required: true, takes: NAME },
  ],
  input: Strict({ subject: Subject, name: Type.String() }),
  toInput: (call) => ({
    subject: requireOneOf(call, ['organization', 'account']) as Static<typeof Subject>,
    name: requireOption(call, 'name').trim(),
  }),
  execute: async (installation, { subject, name }) => {
    const owner = await requireSubject(installation, subject);
    const { record } = await installation.lives.create(owner, name, toCommandActor('live create'));
    return toLiveDocument(installation, record);
  },
  toText: formatLive,
});

export const showLive = defineCommand({
  ...LIVE,
  name: 'live show',
  summary: 'Show a Live and its links: reader, screen, lower third, stage',
  execute: async (installation, { id }) => toLiveDocument(installation, await requireLive(installation, id)),
  toText: formatLive,
});

export const renameLive = defineCommand({
  ...LIVE,
  name: 'live rename',
  summary: 'Rename a Live',
  example: 'ID --name "Youth room"',
  options: [{ flags: '--name <name>', description: 'Display name', required: true, takes: NAME }],
  input: Strict({ id: Type.String(), name: Type.String() }),
  toInput: (call) => ({ id: call.arguments[0]!, name: requireOption(call, 'name').trim() }),
  execute: (installation, { id, name }) => change(installation, id, 'live rename', () => rename(name)),
  toText: formatLive,
});

export const deleteLive = defineCommand({
  ...LIVE,
  name: 'live delete',
  summary: 'Permanently delete a Live with its queue; viewers see that it has ended',
  example: 'ID --yes',
  options: [
    {
      flags: '--yes',
      description: 'Confirm the deletion',
      required: 'Deletion cannot be undone: add --yes to confirm.',
    },
  ],
  execute: async (installation, { id }) => {
    const { owner, name } = await requireLive(installation, id);
    await installation.lives.remove(id, owner, toCommandActor('live delete'));
    return { live_id: id, name, ...toOwnerIdField(owner), deleted: true };
  },
  toText: ({ live_id, name }) => `Deleted Live ${live_id} ("${name}").`,
});

export const protectLive = defineCommand({
  ...LIVE,
  name: 'live protect',
  summary: 'Require a secret to view a Live, or renew it; the secret is shown only once',
  execute: async (installation, { id }) => {
    const secret = newAudienceSecret();
    const { storage, secretFile } = installation;
    const hash = new AudienceSecrets(readSecrets(secretFile, storage.engine === 'sqlite').key).hash(id, secret);
    return change(installation, id, 'live protect', () => changeSecret(hash), secret);
  },
  toText: (live) =>
    [formatLive(live), '', 'The secret, which is also in the links, is shown only once. Save it now.'].join('\n'),
});

export const unprotectLive = defineCommand({
  ...LIVE,
  name: 'live unprotect',
  summary: 'Let anyone with the link view a Live',
  execute: (installation, { id }) =>
    change(installation, id, 'live unprotect', ({ record }) => {
      if (record.secretHash === null) throw new LecternError('not_protected', 'This Live is not protected.');
      return changeSecret(null);
    }),
  toText: formatLive,
});

async function change(
  installation: Installation,
  id: string,
  operation: string,
  apply: (state: LiveState) => Transition,
  secret?: string,
) {
  const { owner } = await requireLive(installation, id);
  const { record } = await installation.lives.overwrite(id, { owner, actor: toCommandActor(operation), apply });
  return toLiveDocument(installation, record, secret);
}

async function requireLive({ lives }: Installation, id: string): Promise<LiveRecord> {
  const state = await lives.find(id);
  if (!state) throw new LecternError('not_found', `There is no Live with the id "${id}". "live list" shows the ids.`);
  return state.record;
}

async function requireSubject(
  { storage: { accounts } }: Installation,
  subject: Static<typeof Subject>,
): Promise<Owner> {
  if ('account' in subject) {
    if (await accounts.findAccount(subject.account)) return { kind: 'account', id: subject.account };
    throw await unknownOwnerError(accounts, subject.account, ['account']);
  }
  if (await accounts.findOrganization(subject.organization)) return { kind: 'organization', id: subject.organization };
  throw await unknownOwnerError(accounts, subject.organization, ['organization']);
}

async function listOwners({ storage: { accounts } }: Installation): Promise<Owner[]> {
  const organizations = await accounts.listOrganizations();
  const users = await accounts.listUsers();
  return [...organizations.map(({ id }) => ({ kind: 'organization' as const, id })), ...users.map(toAccountOwner)];
}

async function listIds({ lives }: Installation, owner: Owner): Promise<string[]> {
  const ids: string[] = [];
  let after: { createdAt: string; id: string } | null = null;
  do {
    const page: Awaited<ReturnType<typeof lives.list>> = await lives.list(owner, { limit: PAGE_MAX_ITEMS, after });
    ids.push(...page.map(({ id }) => id));
    after = page.length === PAGE_MAX_ITEMS ? page.at(-1)! : null;
  } while (after);
  return ids;
}
