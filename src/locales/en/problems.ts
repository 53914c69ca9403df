import { ERROR_CODES, type ErrorCode } from '../../contract/error-codes.ts';

/** The pages that explain error codes. The words of the codes are those of the API. */
export const problems = {
  title: 'Error codes',
  about: 'Every error of the API is a problem (RFC 9457) with one of these codes.',
  columns: { status: 'Status', code: 'Code', meaning: 'Meaning' },
  meaning: 'What it means',
  recovery: 'What to do',
  all: 'All error codes',
  codes: Object.fromEntries(
    Object.entries(ERROR_CODES).map(([code, { title, meaning, recovery }]) => [code, { title, meaning, recovery }]),
  ) as Readonly<Record<ErrorCode, ProblemStrings>>,
};

interface ProblemStrings {
  readonly title: string;
  readonly meaning: string;
  readonly recovery: string;
}

export type ProblemsStrings = typeof problems;
