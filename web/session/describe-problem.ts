import { LecternProblem } from '../../clients/typescript/src/index.ts';

/** Returns the message for a failed request of a form: that of the first invalid field, if one is named. */
export const describeProblem = <Fallback extends string | null>(error: unknown, noResponse: Fallback) =>
  error instanceof LecternProblem ? (error.errors[0]?.message ?? error.detail ?? error.title) : noResponse;

/** Returns the message for a failed request without fields. */
export const summarizeProblem = <Fallback extends string | null>(error: unknown, noResponse: Fallback) =>
  error instanceof LecternProblem ? (error.detail ?? error.title) : noResponse;
