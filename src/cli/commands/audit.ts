import { type Static, Type } from 'typebox';
import { Enum, Nullable, Strict } from '../../contract/schemas/shapes.ts';
import { toOwnerIdField, unknownOwnerError } from '../../domain/account/owners/owner.ts';
import { listAudit, toAuditEntry } from '../../domain/audit/audit.ts';
import { isUuid } from '../../domain/identifiers.ts';
import { type CommandCall, defineCommand, findOption, findParsedOption } from '../command.ts';
import { formatTable } from '../terminal/columns.ts';
import { ACCOUNT_ID, integerUpTo, ORGANIZATION_ID, TIMESTAMP } from '../value-rules.ts';

const DEFAULT_ENTRIES = 50;
const MAX_ENTRIES = 1_000;
const LIMIT = integerUpTo(MAX_ENTRIES);

const Input = Strict({
  owner: Nullable(Strict({ kind: Enum(['organization', 'account']), id: Type.String() })),
  since: Nullable(Type.Integer()),
  limit: Type.Integer({ minimum: 1, maximum: MAX_ENTRIES }),
});

export const showAudit = defineCommand({
  name: 'audit list',
  summary: 'List who changed what, newest first; also of owners that are deleted',
  example: '--organization ID --since 2026-01-31',
  options: [
    {
      flags: '--organization <id>',
      meaning: 'Only what concerns this organization',
      alternative: true,
      takes: ORGANIZATION_ID,
    },
    {
      flags: '--account <id>',
      meaning: 'Only what concerns this personal account',
      alternative: true,
      takes: ACCOUNT_ID,
    },
    { flags: '--since <time>', meaning: 'Nothing older than this', takes: TIMESTAMP },
    { flags: '--limit <number>', meaning: 'Most entries', takes: LIMIT, fallback: String(DEFAULT_ENTRIES) },
  ],
  input: Input,
  toInput: (typed) => ({
    owner: toOwner(typed),
    since: findParsedOption(typed, 'since', TIMESTAMP) ?? null,
    limit: findParsedOption(typed, 'limit', LIMIT) ?? DEFAULT_ENTRIES,
  }),
  execute: async ({ storage }, { owner, since, limit }) => {
    // Whoever is deleted cannot be looked for.
    if (owner && !isUuid(owner.id)) throw await unknownOwnerError(storage.accounts, owner.id, [owner.kind]);
    return {
      data: (await listAudit(storage, owner ?? 'all', { since, limit })).map((record) => ({
        ...toAuditEntry(record),
        ...(record.owner ? toOwnerIdField(record.owner) : {}),
      })),
    };
  },
  toText: ({ data }) =>
    data.length === 0
      ? 'There are no records.'
      : formatTable(
          ['TIME', 'OPERATION', 'RESOURCE', 'WHAT', 'BY', 'OF'],
          data.map((entry) => [
            entry.at,
            entry.operation,
            `${entry.resource ?? '-'}${entry.after === null ? '' : ` (${entry.after})`}`,
            [entry.detail, entry.resource_name].filter((text) => text !== null).join(' · ') || '-',
            entry.credential_id ?? entry.user_id ?? entry.channel,
            entry.organization_id ?? entry.account_id ?? 'the installation',
          ]),
        ),
});

function toOwner(typed: CommandCall): Static<typeof Input>['owner'] {
  const organization = findOption(typed, 'organization');
  if (organization !== undefined) return { kind: 'organization', id: organization };
  const account = findOption(typed, 'account');
  return account === undefined ? null : { kind: 'account', id: account };
}
