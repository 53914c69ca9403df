import { type Static, Type } from 'typebox';
import { Enum, Nullable, Strict } from '../../contract/schemas/shapes.ts';
import { toOwnerIdField, unknownOwnerError } from '../../domain/account/owners/owner.ts';
import { listAudit, toAuditEntry } from '../../domain/audit/audit.ts';
import { isUuid } from '../../domain/identifiers.ts';
import { type CommandCall, defineCommand, findOption, findParsedOption } from '../command.ts';
import { formatTable } from '../terminal/columns.ts';
import { ACCOUNT_ID, integerUpTo, ORGANIZATION_ID, TIMESTAMP } from '../value-rules.ts';

const DEFAULT_RECORDS = 50;
const MAX_RECORDS = 1_000;
const LIMIT = integerUpTo(MAX_RECORDS);

const Input = Strict({
  owner: Nullable(Strict({ kind: Enum(['organization', 'account']), id: Type.String() })),
  since: Nullable(Type.Integer()),
  limit: Type.Integer({ minimum: 1, maximum: MAX_RECORDS }),
});

export const showAudit = defineCommand({
  name: 'audit list',
  summary: 'List audit records, newest first, including those of deleted owners',
  example: '--organization ID --since 2026-01-31',
  options: [
    {
      flags: '--organization <id>',
      description: 'Show only records of this organization',
      alternative: true,
      takes: ORGANIZATION_ID,
    },
    {
      flags: '--account <id>',
      description: 'Show only records of this personal account',
      alternative: true,
      takes: ACCOUNT_ID,
    },
    { flags: '--since <time>', description: 'Show only records from this time on', takes: TIMESTAMP },
    {
      flags: '--limit <number>',
      description: 'Maximum number of records',
      takes: LIMIT,
      fallback: String(DEFAULT_RECORDS),
    },
  ],
  input: Input,
  toInput: (call) => ({
    owner: toOwner(call),
    since: findParsedOption(call, 'since', TIMESTAMP) ?? null,
    limit: findParsedOption(call, 'limit', LIMIT) ?? DEFAULT_RECORDS,
  }),
  execute: async ({ storage }, { owner, since, limit }) => {
    // A deleted owner cannot be looked up, so only the form of the id is checked.
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
      ? 'No audit records found.'
      : formatTable(
          ['TIME', 'OPERATION', 'RESOURCE', 'DETAIL', 'BY', 'OWNER'],
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

function toOwner(call: CommandCall): Static<typeof Input>['owner'] {
  const organization = findOption(call, 'organization');
  if (organization !== undefined) return { kind: 'organization', id: organization };
  const account = findOption(call, 'account');
  return account === undefined ? null : { kind: 'account', id: account };
}
