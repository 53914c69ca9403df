import type { FastifyInstance } from 'fastify';
import * as schema from '../../contract/schemas/live.ts';
import { changePlayback } from '../../domain/live/changes/transitions.ts';
import type { LiveSummaries } from '../../domain/live/reading/live-summaries.ts';
import type { Representations } from '../../domain/live/reading/representations.ts';
import type { OperationServices } from '../operation/endpoint.ts';
import { addOperation } from '../operation/operation.ts';
import { addLiveWrite } from './live-write.ts';
import { bodyInView, NowViewQuery } from './now-view.ts';

export interface PlaybackServices extends OperationServices {
  readonly representations: Representations;
  readonly summaries: LiveSummaries;
}

/** Adds the operations for the display and the playback state. [PATCH playback], [D13]–[D15] */
export function addPlayback(app: FastifyInstance, services: PlaybackServices): void {
  const { lives, representations, summaries } = services;

  addOperation(app, services, 'getDisplay', { response: schema.AnyLiveDisplay }, ({ live }) => ({
    body: () => representations.bytes(live, 'display', () => representations.toDisplay(live)),
    etag: lives.validators.etag(live.record),
  }));

  addOperation(app, services, 'getPlayback', { response: schema.Playback }, ({ live }) => ({
    body: () => representations.bytes(live, 'playback', () => representations.toPlayback(live)),
    etag: lives.validators.etag(live.record),
  }));

  addLiveWrite(
    app,
    services,
    'updatePlayback',
    { body: schema.PlaybackBody, query: NowViewQuery, response: schema.Playback },
    ({ body }) => ({ apply: (current) => changePlayback(current, body) }),
    (state, { query }) => bodyInView(summaries, query, state, () => representations.toPlayback(state)),
  );
}
