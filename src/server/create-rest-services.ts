import type { AudienceSecrets } from '../domain/live/state/audience-secret.ts';
import { ClientOrigins } from '../http/admission/cors.ts';
import type { buildApp } from '../http/app.ts';
import { ListCursors } from '../http/operation/cursor.ts';
import type { createAudience } from './create-audience.ts';
import type { createEvents } from './create-events.ts';
import type { Foundation } from './foundation.ts';

/** Creates the dependencies of the REST routes. */
export function createRestServices(
  { installation, config, log, failures, metrics, admission }: Foundation,
  { representations, summaries, cursors, events, summaryEvents, polls }: ReturnType<typeof createEvents>,
  { viewerCounts, outputReports, pairing }: Awaited<ReturnType<typeof createAudience>>,
  audienceSecrets: AudienceSecrets,
): Parameters<typeof buildApp>[0] {
  const {
    storage,
    authenticator,
    personalTokens,
    grants,
    lives,
    outputs,
    editions,
    phoneEditions,
    plans,
    decks,
    snapshots,
    images,
    songReader,
    songImports,
    operators,
    turns,
    usage,
  } = installation;
  const origins = new ClientOrigins(storage.oauth);
  authenticator.onChange(() => origins.invalidate());
  return {
    config,
    log,
    failures,
    metrics,
    admission,
    storage,
    authenticator,
    personalTokens,
    grants,
    origins,
    lives,
    operators,
    outputs,
    outputReports,
    pairing,
    editions,
    phoneEditions,
    plans,
    decks,
    snapshots,
    images,
    songReader,
    songImports,
    turns,
    usage,
    representations,
    summaries,
    cursors,
    listCursors: new ListCursors(cursors, storage.epoch),
    events,
    summaryEvents,
    polls,
    audienceSecrets,
    viewerCounts,
  };
}
