import type { VNode } from 'preact';
import { LecternProblem } from '../../clients/typescript/src/index.ts';
import type { ConsoleStrings } from '../../src/locales/en/console/index.ts';

type ProblemStrings = Pick<ConsoleStrings['dialogs'], 'noResponse' | 'problems'>;

/** Message for the person. Text of the server is an element, because it is English on a page in any language. */
export type ProblemMessage = string | VNode;

/** Seconds to wait after too many requests, if the response does not say them. */
const WAIT_SECONDS = 1;

/** Codes for which the server's text is for developers: it names scopes, operations or addresses, or what to send. */
const FOR_DEVELOPERS = [
  'insufficient_scope',
  'not_found',
  'translations_not_configured',
  'invalid_pairing_code',
] as const;

/** Returns the message for a failed request of a form: that of the first invalid field, if one is named. */
export function describeProblem(error: unknown, strings: ProblemStrings): ProblemMessage {
  const message = error instanceof LecternProblem ? error.errors[0]?.message : undefined;
  if (message === undefined) return summarizeProblem(error, strings);
  return isEnglish() ? (
    message
  ) : (
    <>
      {strings.problems.invalid_fields} <span lang="en">{message}</span>
    </>
  );
}

/** Returns the message for a failed request without fields. */
export const summarizeProblem = (error: unknown, strings: ProblemStrings): ProblemMessage =>
  error instanceof LecternProblem ? describeRefusal(error, strings) : strings.noResponse;

/** Returns the message for a problem: that of its code in the language of the page, or the text of the server. */
export function describeRefusal(problem: LecternProblem, { problems }: ProblemStrings): ProblemMessage {
  const { code, detail, title, retryAfterSeconds } = problem;
  const text = detail ?? title;
  const described = FOR_DEVELOPERS.find((one) => one === code);
  if (described) return problems[described];
  // In English, the server's text has more detail than its code. A problem without a code was made by the page.
  if (isEnglish() || (code === null && detail !== null)) return text;
  if (code === 'rate_limited') return problems.rate_limited(Math.ceil(retryAfterSeconds ?? WAIT_SECONDS));
  if (code !== null && code !== 'invalid_fields' && isDescribed(code, problems)) return problems[code];
  return <span lang="en">{text}</span>;
}

type Described = Exclude<keyof ProblemStrings['problems'], 'rate_limited'>;

const isDescribed = (code: string, problems: ProblemStrings['problems']): code is Described =>
  Object.hasOwn(problems, code);

const isEnglish = (): boolean => document.documentElement.lang === 'en';
