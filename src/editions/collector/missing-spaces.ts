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
 * edition decides, `texts`. Two parts are one word if their joined form stands elsewhere in it. The others lack a space
 * if the source lost spaces: more joints are between two words that the edition has elsewhere than within one word. But
 * a part that is no word of its own belongs to one that others are joined with, such as "lo". [D30]
 */
export function findMissingSpaces(texts: readonly string[]): FillSpaces {
  const joints = texts.flatMap((text) => (text.includes(JOINT) ? toJoints(text).filter(isBetweenLetters) : []));
  const { exact, folded } = findWords(texts, joints);
  // "As" at the start of a sentence is "as", so that "As" and "a" are not the name "Asa".
  const isOne = ([before, after]: Joint) => {
    const lower = before.toLowerCase();
    return exact.has(lower + after) || (!exact.has(lower) && exact.has(before + after));
  };
  const areTwo = (joint: Joint) => joint.every((part) => folded.has(part.toLowerCase()));
  const [ones, others] = [joints.filter(isOne), joints.filter((joint) => !isOne(joint))];
  const joined = new Set(ones.flatMap(([before, after]) => [`${before}${JOINT}`, `${JOINT}${after}`]));
  const hasJoined = ([before, after]: Joint) => joined.has(`${before}${JOINT}`) || joined.has(`${JOINT}${after}`);
  const areLost = others.filter(areTwo).length > ones.length;
  const lacksSpace = (joint: Joint) =>
    !isBetweenLetters(joint) || (areLost && !isOne(joint) && (areTwo(joint) || !hasJoined(joint)));
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

/** Finds the words of the joints elsewhere, as they are written and in lower case. Words with a joint do not count. */
function findWords(texts: readonly string[], joints: readonly Joint[]) {
  const wanted = new Set(
    joints.flatMap(([before, after]) => {
      const lower = before.toLowerCase();
      return [lower, after.toLowerCase(), before + after, lower + after];
    }),
  );
  const exact = new Set<string>();
  const folded = new Set<string>();
  for (const text of wanted.size > 0 ? texts : []) {
    for (const [word] of text.matchAll(WORD)) {
      const lower = word.toLowerCase();
      if (wanted.has(word)) exact.add(word);
      if (wanted.has(lower)) folded.add(lower);
    }
  }
  return { exact, folded };
}
