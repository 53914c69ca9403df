import type { FastifyInstance } from 'fastify';
import { EmptyBody } from '../../contract/schemas/live.ts';
import * as schema from '../../contract/schemas/outputs.ts';
import type { Outputs, OutputWithKey } from '../../domain/outputs/outputs.ts';
import type { Pairing } from '../../domain/pairing/pairing.ts';
import type { CodeSubmitter } from '../../domain/pairing/pairing-guesses.ts';
import type { OutputWithPresence } from '../../storage/storage.ts';
import { toPeerKey } from '../admission/admission.ts';
import type { Context } from '../operation/context.ts';
import type { OperationServices } from '../operation/endpoint.ts';
import { addOperation } from '../operation/operation.ts';

export interface OutputsServices extends OperationServices {
  readonly outputs: Outputs;
  readonly pairing: Pairing;
  /** Resolves when the reports of this node are in the storage. */
  readonly outputReports: { flush(): Promise<void> };
}

type Resource = OutputWithPresence;

/** Adds the operations for the outputs of a Live. [D60] */
export function addOutputs(app: FastifyInstance, services: OutputsServices): void {
  const { outputs, outputReports, pairing, config } = services;
  const requireResource = ({ live_id, output_id }: Readonly<Record<string, string>>) =>
    outputs.require(live_id!, output_id!);
  const toOutputWrite = ({ live, resource, actor }: Context<unknown, unknown, Resource>) => ({
    live: live.record,
    output: resource,
    actor,
  });
  const toIssued = ({ output, key }: OutputWithKey) => ({
    body: { ...toOutput(output), url: `${config.publicUrl}/o/${output.id}#${key}` },
  });
  addOperation(app, services, 'listOutputs', { response: schema.OutputList }, async ({ live }) => {
    await outputReports.flush();
    return { body: { data: (await outputs.list(live.record.id)).map(toOutput) } };
  });

  addOperation(
    app,
    services,
    'createOutput',
    { body: schema.CreateOutputBody, response: schema.IssuedOutput },
    async (context) => {
      const { live, actor } = context;
      const { pairing_code: code, ...input } = context.body;
      await context.recheck();
      const screen = code === undefined ? null : await pairing.claim(code, toGuesser(context));
      return toIssued(await outputs.create(live.record, input, actor, screen));
    },
  );

  addOperation(
    app,
    services,
    'updateOutput',
    { body: schema.UpdateOutputBody, response: schema.Output, requireResource },
    async (context) => {
      await context.recheck();
      return { body: toOutput(await outputs.update(toOutputWrite(context), context.body)) };
    },
  );

  addOperation(app, services, 'deleteOutput', { requireResource }, async (context) => {
    await context.recheck();
    await outputs.delete(toOutputWrite(context));
    return {};
  });

  for (const [operation, signal] of [
    ['identifyOutput', 'identify'],
    ['reloadOutput', 'reload'],
  ] as const) {
    addOperation(app, services, operation, { body: EmptyBody, requireResource }, async (context) => {
      await context.recheck();
      await outputs.signal(toOutputWrite(context), signal);
      return {};
    });
  }

  addOperation(
    app,
    services,
    'rotateOutput',
    { body: EmptyBody, response: schema.IssuedOutput, requireResource },
    async (context) => {
      await context.recheck();
      return toIssued(await outputs.rotate(toOutputWrite(context)));
    },
  );
}

/** Counts all credentials of a person together. */
const toGuesser = ({ actor, address, live }: Context<unknown, unknown>): CodeSubmitter => ({
  principal: actor.userId ?? actor.credentialId!,
  network: toPeerKey(address),
  owner: live.record.owner,
});

const toOutput = ({ id, name, view, settings, report, ...output }: OutputWithPresence) => ({
  id,
  name,
  view,
  settings,
  made_by: { user_id: output.madeByUser, credential_id: output.madeByCredential },
  connections: output.connections,
  seen_at: output.seenAt,
  sequence: report?.sequence ?? null,
  painted_at: report?.paintedAt ?? null,
  width: report?.width ?? null,
  height: report?.height ?? null,
  problem: report?.problem ?? null,
});
