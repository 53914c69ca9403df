import { type ImportNotice, toNotice } from '../../contract/import-notices.ts';
import { parseVerseLabel } from '../collector/verse-label.ts';
import type { SongFormat } from '../song-format.ts';

/** Characters of a text, and of a line, that are looked at. */
const HEAD_MAX_CHARACTERS = 4_096;
const LINE_MAX_CHARACTERS = 400;

/** Programs whose files are JSON, by names in them. */
const JSON_PROGRAMS: readonly (readonly [program: string, names: readonly RegExp[]])[] = [
  ['OpenLP', [/"(?:openlp_core|serviceitem)"\s*:/]],
  ['Holyrics', [/"full_text(?:_with_comment)?"\s*:/]],
];
/** The beginning of JSON, also of a part of it, or with names that have no quotes. */
const JSON_BEGINNING =
  /^\s*(?:\{\s*(?:"[^"\n]{0,80}"\s*:|\w{1,40}:\s*["[{])|\[\s*(?:\{\s*"|"[^"\n]{0,80}"\s*,\s*[[{"]))/;

/** A schedule of SongBeamer. */
export const SCHEDULE = /^\s*object\s+AblaufPlanItems\s*:/;

const SQL =
  /^\s*(?:create\s+(?:\w+\s+){0,2}(?:table|index|view|database|trigger)\b|insert\s+(?:or\s+\w+\s+)?into\s|replace\s+into\s|begin(?:\s+transaction)?\s*;|start\s+transaction\s*;|pragma\s+\w+|drop\s+(?:table|database)\b|alter\s+table\b|select\s[^;]{1,400}\sfrom\s|update\s+\S{1,80}\s+set\s|delete\s+from\s|set\s+\S{1,80}\s*=|use\s+\S{1,80};)/i;
const SQL_COMMENT = /--[^\n]*|\/\*[^*]*\*\//g;

/** A time at the beginning of a line, or a span of time. */
const TIMED_LINE = /^\s*(?:\[\d{1,3}:\d{2}(?:[.:]\d{1,3})?\]|[:*F]\s\d+\s\d+\s-?\d+\s)/;
const SPAN = /\d{2}:\d{2}[.,]\d{3}\s*-->\s*(?:\d{2,}:)?\d{2}:\d{2}/;
const SUBTITLES = /^\s*(?:WEBVTT\b|\[Script Info\])/;

/** Names of columns, with which a table of songs begins. */
const COLUMN =
  /^"?(?:id|no|nr|number|title|name|song|author|artist|lyrics|text|words|ccli|copyright|titel|autor|lied|letra|t[ií]tulo)"?$/i;
const DELIMITERS = ['\t', ';', ',', '|'] as const;

const PAIR = /^[\w .-]{1,40}=/;
const SECTION = /^\[[\w .-]{1,40}\]$/;
const KEY = /^(?:- )?["']?([\w .-]{1,40})["']?:(?: +(.*))?$/;
const NAME = /^[a-z][\w-]*$/;
const BLOCK = /^[|>][-+]?$/;

/** Lines as programs in common languages have them. */
const CODE_LINE =
  /[{}]\s*$|^[})\]]+[;,]?$|\)\s*;\s*$|^[\w.[\]$]{1,80} ?[-+]?= ?\S.*|^[\w.]{1,80}\(.*\);?$|^(?:import|export)\s.*['"{*;]|^from \S+ import |^import [\w.]+(?: as \w+)?$|^for \w+(?:, ?\w+)* in .*:$|^with .* as \w+:$|^(?:el)?if (?:\S+|.*[=!<>]=.*|.*\bnot\b.*):$|^(?:except\b.*|else|try|finally):$|^return .*["'([]|^(?:pass|break|end|fi|done)$|^(?:async )?(?:def|function|fn|func)\s.*\(|^(?:const|let|var|local)\s.*=|^class\s\w+.*[{:]$|^#include\s*[<"]|^(?:package|using|namespace)\s[\w.]+;?$|^\\[a-z]+[[{]|^<\/?[a-z][^<>]*>$/;
const CODE_BEGINNING = /^\s*(?:#!\s*\/|@echo off\b|<\?php\b|\\(?:documentclass|begin\{|version\s))/;
/** A comment of a program. */
const COMMENT = /^\s*(?:#|\/\/)/;
/** Share of the lines that makes a text a program, or timed lyrics. */
const SHARE_MIN = 0.5;

/** Returns what a text is, of which the whole is data or a program; null for words. */
function findOtherText(text: string): ImportNotice | null {
  const data = (format: string) => toNotice('song_is_data', { format });
  if (isJson(text)) {
    const program = JSON_PROGRAMS.find(([, names]) => names.every((name) => name.test(text)))?.[0];
    return program === undefined ? data('JSON') : toNotice('song_is_of_program', { program });
  }
  if (SCHEDULE.test(text)) return toNotice('song_is_plan');
  const lines = text
    .split('\n')
    .map((line) => line.slice(0, LINE_MAX_CHARACTERS).trimEnd())
    .filter((line) => line.trim() !== '');
  const share = (pattern: RegExp, among = lines) =>
    among.filter((line) => pattern.test(line.trimStart())).length / among.length;
  if (SUBTITLES.test(text) || lines.some((line) => SPAN.test(line)) || share(TIMED_LINE) >= SHARE_MIN)
    return toNotice('song_is_timed');
  if (SQL.test(text.slice(0, HEAD_MAX_CHARACTERS).replace(SQL_COMMENT, '')) && /;\s*$/.test(lines.at(-1) ?? ''))
    return data('SQL');
  if (/^X:\s*\d+$/m.test(text) && /^K:/m.test(text)) return data('ABC');
  if (isTable(lines)) return toNotice('song_is_table');
  if (isYaml(lines)) return data('YAML');
  if (isIni(lines)) return data('INI');
  const statements = lines.filter((line) => !COMMENT.test(line));
  if (CODE_BEGINNING.test(text) || (statements.length > 1 && share(CODE_LINE, statements) > SHARE_MIN))
    return toNotice('song_is_code');
  return null;
}

function isJson(text: string): boolean {
  if (JSON_BEGINNING.test(text)) return true;
  if (!/^\s*[[{]/.test(text)) return false;
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

/** Returns whether each line has the same number of columns. Behind a comma of a sentence stands a space. */
function isTable(lines: readonly string[]): boolean {
  if (lines.length < 2) return false;
  const rows = lines.map((line) => line.trim().replace(/"(?:[^"]|"")*"/g, '""'));
  return DELIMITERS.some((delimiter) => {
    const [head, ...others] = rows.map((row) => row.split(delimiter));
    if (head!.length < 2) return false;
    const hasNames = head!.some((cell) => COLUMN.test(cell.trim())) && head!.every((cell) => cell.length < 40);
    if (hasNames && lines[0]!.split(delimiter).filter((cell) => COLUMN.test(cell.trim())).length > 1) return true;
    const isEven = others.every((row) => row.length === head!.length);
    const isTight = delimiter === '\t' || delimiter === '|' || rows.every((row) => !row.includes(`${delimiter} `));
    return isEven && isTight && (delimiter === '\t' || head!.length > 2);
  });
}

/**
 * Returns whether a text is keys with values, lists and indented lines. "Verse 1:" can be a label, so that one of them
 * must be sure: a block, a name in lower case within another, or one with a list below it.
 */
function isYaml(lines: readonly string[]): boolean {
  let keys = 0;
  let isSure = false;
  let isBelowName = false;
  for (const line of lines) {
    if (/^(?:---|\.\.\.|[#%].*)$/.test(line)) continue;
    const [key, name = '', value = ''] = KEY.exec(line.trim()) ?? [];
    const isName = NAME.test(name);
    if (/^(?:\s|- )/.test(line)) {
      isSure ||= isName || (isBelowName && /^\s*- /.test(line));
    } else {
      if (key === undefined) return false;
      isBelowName = isName && value === '';
      isSure ||= BLOCK.test(value) || (isBelowName && !parseVerseLabel(name));
    }
    if (key !== undefined) keys++;
  }
  return keys > 1 && isSure;
}

function isIni(lines: readonly string[]): boolean {
  const own = lines.filter((line) => !/^\s*[;#]/.test(line));
  return own.filter((line) => PAIR.test(line)).length > 1 && own.every((line) => PAIR.test(line) || SECTION.test(line));
}

/** Recognizes texts of which the whole is something else than words, and refuses them. [D70] */
export const notASongFormat: SongFormat = {
  name: 'other text',
  recognizes: ({ text }) => findOtherText(text) !== null,
  read(source) {
    throw source.damaged(null, findOtherText(source.text)!);
  },
};
