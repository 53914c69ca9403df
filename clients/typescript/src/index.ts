export { createLecternClient, type LecternClient, type LecternClientOptions, type Success } from './lectern-client.ts';
export { LecternProblem, type ProblemField } from './lectern-problem.ts';
export {
  type LiveEvent,
  type LiveNow,
  type LiveNowEvent,
  type LiveSnapshot,
  UnsupportedEventVersion,
} from './live-event.ts';
export type { components, operations, paths } from './schema.ts';
export {
  type LiveWatch,
  type WatchedLive,
  type WatchedNow,
  type WatchLiveOptions,
  type WatchStatus,
  watchLive,
} from './watch-live.ts';
