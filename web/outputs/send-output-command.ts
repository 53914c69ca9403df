import type { Session } from '../session/session.ts';

export type OutputCommand = 'identify' | 'reload';

/** Sends a command to the pages of an output. Rejects with LecternProblem, or on a network error with TypeError. */
export async function sendOutputCommand(
  { client }: Pick<Session, 'client'>,
  liveId: string,
  outputId: string,
  command: OutputCommand,
): Promise<void> {
  const request = { params: { path: { live_id: liveId, output_id: outputId } }, body: {} };
  if (command === 'identify') await client.POST('/v1/lives/{live_id}/outputs/{output_id}/identify', request);
  else await client.POST('/v1/lives/{live_id}/outputs/{output_id}/reload', request);
}
