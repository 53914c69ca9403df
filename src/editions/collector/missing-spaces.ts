/** A noncharacter that stands where a space may be missing: at the edge of words that the translators added. */
export const JOINT = '\ufdd0';

/** A word, with the joints in it. */
const WORD = new RegExp(`[\\p{L}\\p{M}${JOINT}]+`, 'gu');
const WORD_END = /[\p{L}\p{M}]*$/u;
const WORD_START = /^[\p{L}\p{M}]*/u;

/** The parts of words on both sides of a joint. One of them is empty next to punctuation or a digit. */
type Joint = readonly [before: string, after: string];

/** Returns a text with a space at some of its joints. `added` is the number of spaces. */
export type FillSpaces = (text: string) => { text: string; added: number };

/**
 * Decides where words that touch at a joint lack a space. Next to punctuation they always do. Between letters the
 * edition decides: its source lost spaces if more joints are two words that it has elsewhere, but never joined, than
 * have a joined form there. Then only a joined form that is as frequent as one of its parts is one word: "daquela" is,
 * but the name "Asa" is not "as" and "a". `texts` are those of the whole edition. [D30]
 */
export function findMissingSpaces(texts: readonly string[]): FillSpaces {
  const joints = texts.flatMap((text) => (text.includes(JOINT) ? toJoints(text).filter(isBetweenLetters) : []));
  const { exact, folded } = countWords(texts, joints);
  const countJoined = ([before, after]: Joint) => {
    const word = before + after;
    return Math.max(exact.get(word) ?? 0, exact.get(word.toLowerCase()) ?? 0);
  };
  const countRarer = (joint: Joint) => Math.min(...joint.map((part) => folded.get(part.toLowerCase()) ?? 0));
  const joined = joints.filter((joint) => countJoined(joint) > 0).length;
  const apart = joints.filter((joint) => countJoined(joint) === 0 && countRarer(joint) > 0).length;
  const isWord = (joint: Joint) => countJoined(joint) > 0 && countJoined(joint) >= countRarer(joint);
  const lacksSpace = (joint: Joint) => !isBetweenLetters(joint) || (apart > joined && !isWord(joint));
  return (text) => {
    const lacking = toJoints(text).map(lacksSpace);
    const parts = text.split(JOINT).map((part, at) => (lacking[at] ? `${part} ` : part));
    return { text: parts.join(''), added: lacking.filter((lacks) => lacks).length };
  };
}

function toJoints(text: string): Joint[] {
  const parts = text.split(JOINT);
  return parts.slice(1).map((part, at) => [WORD_END.exec(parts[at]!)![0], WORD_START.exec(part)![0]]);
}

const isBetweenLetters = (joint: Joint): boolean => !joint.includes('');

/** Counts the words in the joints, as they are written and in lower case. Words with a joint do not count. */
function countWords(texts: readonly string[], joints: readonly Joint[]) {
  const wanted = new Set(
    joints.flatMap(([before, after]) => [before, after, before + after]).flatMap((word) => [word, word.toLowerCase()]),
  );
  const exact = new Map<string, number>();
  const folded = new Map<string, number>();
  for (const text of wanted.size > 0 ? texts : []) {
    for (const [word] of text.matchAll(WORD)) {
      const lower = word.toLowerCase();
      if (wanted.has(word)) exact.set(word, (exact.get(word) ?? 0) + 1);
      if (wanted.has(lower)) folded.set(lower, (folded.get(lower) ?? 0) + 1);
    }
  }
  return { exact, folded };
}
