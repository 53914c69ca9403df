import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { LecternProblem } from '../../clients/typescript/src/index.ts';
import { fillNotice, type NoticeParams, type ReportLine, toLineText } from '../../src/contract/import-notices.ts';
import { toLanguage } from '../../src/locales/languages.ts';
import type { ProblemMessage } from './describe-problem.tsx';

type Texts = Readonly<Record<string, string>>;

/** Messages about imported files in the language of the page. */
export interface Notices {
  readonly language: string;
  /** By code. Null in English, in which the server says them. */
  readonly texts: Texts | null;
}

/** Message about an imported file, as the server sends it. */
interface Notice {
  readonly code: string;
  readonly message: string;
  readonly params: NoticeParams;
}

const CATALOGUES: Readonly<Record<string, () => Promise<{ importNotices: Texts }>>> = {
  pt: () => import('../../src/locales/pt/import-notices.ts'),
  de: () => import('../../src/locales/de/import-notices.ts'),
};

/** Loads the messages of one language, on demand. */
export async function loadNotices(language: string): Promise<Notices> {
  const load = CATALOGUES[toLanguage(language) ?? 'en'];
  return { language, texts: load ? (await load()).importNotices : null };
}

/** Returns a message in the language of the page, or in English if it has no translation. */
export function describeNotice({ code, message, params }: Notice, notices: Notices | null): ProblemMessage {
  if (!notices?.texts) return message;
  const text = notices.texts[code];
  return text === undefined ? <span lang="en">{message}</span> : fillNotice(text, params, notices.language);
}

/** Returns the reason for which a file was refused, after its line. Null if the error is not about the file. */
export function describeFileProblem(
  error: unknown,
  notices: Notices | null,
  atLine: (line: number) => string,
): ProblemMessage | null {
  const [field] = error instanceof LecternProblem ? error.errors : [];
  if (field?.code === undefined) return null;
  const { code, message, params = {} } = field;
  const text = describeNotice({ code, message, params }, notices);
  // The English message names the line.
  if (!notices?.texts?.[code] || typeof params.line !== 'number') return text;
  return (
    <>
      {atLine(params.line)} {text}
    </>
  );
}

/** Renders lines of the report about an edition in the language of the page, or in English until they are loaded. */
export function ReportLines({ lines, language }: { readonly lines: readonly ReportLine[]; readonly language: string }) {
  const notices = useSignal<Notices | null>(null);
  useEffect(() => {
    loadNotices(language).then(
      (loaded) => {
        notices.value = loaded;
      },
      // Without the network, they stay in English.
      () => undefined,
    );
  }, [language]);
  return (
    <>
      {lines.map((line) => (
        <li key={toLineText(line)}>{describeLine(line, notices.value)}</li>
      ))}
    </>
  );
}

function describeLine(line: ReportLine, notices: Notices | null): ProblemMessage {
  if (typeof line === 'string') return <span lang="en">{line}</span>;
  // The English message begins with the place.
  if (!notices?.texts?.[line.code]) return <span lang="en">{line.message}</span>;
  const text = describeNotice(line, notices);
  if (!line.place) return text;
  const { file, line: number } = line.place;
  const place = number === null ? file : fillNotice(notices.texts.in_line!, { file, line: String(number) });
  return (
    <>
      {place}: {text}
    </>
  );
}
