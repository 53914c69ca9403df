import type { NormalizedEdition } from '../../src/editions/normalized-edition.ts';

/** The commonest words, and those that are searched for; each English word with its Portuguese and its German one. */
const GLOSSES = `
and e und|the o der|of de von|to a zu|that que dass|in em in|he ele er|shall deve soll|unto para zu|for porque denn|i eu ich
his seu sein|a um ein|they eles sie|be ser sein|is é ist|him lhe ihn|not não nicht|them os sie|it isso es|with com mit|all todo alle
thou tu du|thy teu dein|was era war|which que welche|my meu mein|me me mich|said disse sprach|but mas aber|ye vós ihr|their seus ihre
have tem haben|will quero will|thee te dich|from desde von|as como wie|are são sind|when quando wenn|this este dieser|out fora aus
were eram waren|upon sobre auf|by por durch|you vós euch|up acima auf|so assim so|there ali dort|then então dann|these estes diese
god Deus Gott|lord SENHOR HERR|jesus Jesus Jesus|christ Cristo Christus|spirit espírito Geist|holy santo heilig|father pai Vater
mother mãe Mutter|son filho Sohn|children filhos Kinder|brother irmão Bruder|brethren irmãos Brüder|man homem Mann|men homens Männer
woman mulher Frau|people povo Volk|king rei König|kings reis Könige|kingdom reino Reich|house casa Haus|houses casas Häuser
land terra Land|earth terra Erde|heaven céu Himmel|heavens céus Himmel|water água Wasser|waters águas Wasser|sea mar Meer
mountain monte Berg|mountains montes Berge|city cidade Stadt|cities cidades Städte|day dia Tag|days dias Tage|night noite Nacht
light luz Licht|darkness trevas Finsternis|beginning princípio Anfang|word palavra Wort|words palavras Worte|voice voz Stimme
hand mão Hand|hands mãos Hände|eye olho Auge|eyes olhos Augen|heart coração Herz|hearts corações Herzen|soul alma Seele
life vida Leben|death morte Tod|blood sangue Blut|bread pão Brot|wine vinho Wein|fire fogo Feuer|stone pedra Stein|tree árvore Baum
love amor Liebe|loved amou liebte|loveth ama liebt|faith fé Glaube|believe crer glauben|believed creu glaubte|hope esperança Hoffnung
grace graça Gnade|mercy misericórdia Barmherzigkeit|peace paz Friede|joy alegria Freude|truth verdade Wahrheit|wisdom sabedoria Weisheit
righteousness justiça Gerechtigkeit|sin pecado Sünde|sins pecados Sünden|law lei Gesetz|glory glória Herrlichkeit|prayer oração Gebet
prayers orações Gebete|shepherd pastor Hirte|sheep ovelhas Schafe|lamb cordeiro Lamm|servant servo Knecht|servants servos Knechte
way caminho Weg|path vereda Straße|great grande groß|good bom gut|evil mal böse|new novo neu|feet pés Füße|name nome Name|world mundo Welt
created criou schuf|came veio kam|went foi ging|come vir kommen|gave deu gab|give dar geben|know conhecer kennen|fear temer fürchten
`;
const AT = { pt: 0, de: 1 } as const;

const words = GLOSSES.trim()
  .split(/[|\n]/)
  .map((gloss) => gloss.split(' '));

/**
 * An English edition with its commonest words put into another language one by one: no text that anybody would read,
 * but one that has the words which are searched for, about as often as a real one.
 */
export function translateByGlossary(edition: NormalizedEdition, language: keyof typeof AT): NormalizedEdition {
  const known = new Map(words.map(([english, ...others]) => [english!, others[AT[language]]!]));
  const translate = (text: string) => text.replace(/[A-Za-z]+/g, (word) => known.get(word.toLowerCase()) ?? word);
  return {
    ...edition,
    language,
    books: edition.books.map((book) => ({
      ...book,
      verses: book.verses.map((verse) => ({ ...verse, text: translate(verse.text) })),
    })),
  };
}
