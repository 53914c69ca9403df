import { readTypedReferences } from '../../test/support/requests/typed-references.ts';

/**
 * Keystrokes of operators during a service: references in three languages, beginnings of remembered words, and typos.
 */
const TYPED = `
  1 corinthians 15:51-58; 2 chronicles 7:14-16; lamentations 3:22,23; zephaniah 3:17; habakkuk 3 17 19; philippians 2:5-11 kjv;
  first thessalonians 4 13; song of solomon 8:6-7; revelation 21:3-5; ecclesiastes 3:1-8; deuteronomy 30 19; isaiah 55:8-11;
  colossenses 3:12-17; lamentações 3,22-26; apocalipse 22:12; 2 crônicas 20:15; provérbios 31:10-31; eclesiastes 12 13;
  offenbarung 22,20; 1. thessalonicher 5,16-18; sprüche 16,9; jesaja 43,1-3; klagelieder 3,22; 5. mose 31,8; hebräer 12,1-2;
  the heavens declare the glory; be still and know that; come unto me all ye that labour; seek ye first the kingdom;
  a lamp unto my feet; they that wait upon the lord; greater love hath no man; the fruit of the spirit; faith cometh by hearing;
  nebuchadnezzar dreamed; valley of the shadow; walls of jericho fell; charity suffereth long; melchizedek the king;
  o senhor é a minha luz; vinde a mim todos; graça e paz; amor de deus; fruto do espirito;
  der herr ist mein licht; selig sind die; ich bin der weg; gnade und friede; licht der welt;
  epehsians 2:8; joshua one nine; psalm 139 verses 13 to 16; the lord bless thee and keep; let not your heart be trou; vaidade de vaid; galations 5:22; phillipians 4:6; isiah 53:5; mathew 28:19`;

const KEYSTROKES = 1_000;

/** Texts as they stand after each key, none of which is in the corpus of references. Throws for fewer than wanted. */
export function listKeystrokes(): string[] {
  const known = new Set(readTypedReferences().map(({ typed }) => typed.toLowerCase()));
  const texts = TYPED.split(';').map((text) => text.replace(/\s+/g, ' ').trim());
  const states = new Set(texts.flatMap((text) => Array.from(text, (_, at) => text.slice(0, at + 1))));
  const found = [...states].filter((state) => !known.has(state.toLowerCase()));
  if (found.length < KEYSTROKES) throw new Error(`${found.length} keystrokes, not ${KEYSTROKES}`);
  return found.slice(0, KEYSTROKES);
}
