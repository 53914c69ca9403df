import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { EXTRACT_TEXT_MAX_CHARACTERS } from '../../../src/contract/limits.ts';
import { CANON_LANGUAGES } from '../../../src/domain/scripture/canon.ts';
import { extractReferences } from '../../../src/domain/scripture/references/prose/extract-references.ts';
import { leastCpuMs } from '../../support/server/least-cpu-ms.ts';

/** A text, and its references as written with their meaning. */
type Case = readonly [text: string, ...found: (readonly [written: string, reference: string])[]];

const WRITTEN: Readonly<Record<string, readonly Case[]>> = {
  en: [
    [
      'We read John 3:16 and then Romans 8:28-30, 38. Later 1 Corinthians 13.',
      ['John 3:16', 'John 3:16'],
      ['Romans 8:28-30, 38', 'Romans 8:28-30, 38'],
      ['1 Corinthians 13', '1 Corinthians 13'],
    ],
    ['In Romans 8:28, 5 people came. Psalm 23.', ['Romans 8:28', 'Romans 8:28'], ['Psalm 23', 'Psalms 23']],
    [
      'John 3:16, 1 John 4:8 and 2 Tim. 3:16; Jude 5',
      ['John 3:16', 'John 3:16'],
      ['1 John 4:8', '1 John 4:8'],
      ['2 Tim. 3:16', '2 Timothy 3:16'],
      ['Jude 5', 'Jude 1:5'],
    ],
    ['see Ps 24:1-3; 27:1 (Ex 20)', ['Ps 24:1-3; 27:1', 'Psalms 24:1-3; 27:1'], ['Ex 20', 'Exodus 20']],
    [
      'Isaiah 40:1-11, 25-31 \u{1F54A} Matthew 5:3ff.',
      ['Isaiah 40:1-11, 25-31', 'Isaiah 40:1-11, 25-31'],
      ['Matthew 5:3ff.', 'Matthew 5:3ff'],
    ],
    ['Romans chapter 8 verses 1 to 4', ['Romans chapter 8 verses 1 to 4', 'Romans 8:1-4']],
    ['Read John 3. 16 people came.', ['John 3', 'John 3']],
    ['John said that he is 5 years old. I am 3. At 5:30 we go. Mark has 3 dogs, and so 4 cats.'],
    ['Ruth', ['Ruth', 'Ruth']],
    [
      'Opening:\n- Song of Songs\n2) Romans 8\nWelcome, Ruth\n',
      ['Song of Songs', 'Song of Songs'],
      ['Romans 8', 'Romans 8'],
    ],
    ['Nothing at all.'],
    [''],
    [
      'Jas 1:5; 1Pet 5:7, 1Cor 13',
      ['Jas 1:5', 'James 1:5'],
      ['1Pet 5:7', '1 Peter 5:7'],
      ['1Cor 13', '1 Corinthians 13'],
    ],
    ['read 3 chapters of John'],
    [
      'Acts 2:1-4, (5-13), 14-21, and the 23rd Psalm, verse 4; Psalm 42/43 (John 3:16) 5',
      ['Acts 2:1-4, (5-13), 14-21', 'Acts 2:1-21'],
      ['23rd Psalm, verse 4', 'Psalms 23:4'],
      ['Psalm 42/43', 'Psalms 42-43'],
      ['John 3:16', 'John 3:16'],
    ],
    [
      'in the eighth chapter of Romans, verse 28, and verse 16 of John 3',
      ['eighth chapter of Romans, verse 28', 'Romans 8:28'],
      ['verse 16 of John 3', 'John 3:16'],
    ],
  ],
  pt: [
    [
      'Leitura: Jo 3.16, 1 Co 13:4-7 e Salmo 23. Depois Gênesis 1 e Romanos 8.28-30.',
      ['Jo 3.16', 'John 3:16'],
      ['1 Co 13:4-7', '1 Corinthians 13:4-7'],
      ['Salmo 23', 'Psalms 23'],
      ['Gênesis 1', 'Genesis 1'],
      ['Romanos 8.28-30', 'Romans 8:28-30'],
    ],
    ['O evangelho de João 3:16; Atos 2', ['evangelho de João 3:16', 'John 3:16'], ['Atos 2', 'Acts 2']],
    ['Romanos capítulo 8, versículos 1 a 4', ['Romanos capítulo 8, versículos 1 a 4', 'Romans 8:1-4']],
    ['Às 10:30 no dia 5 de maio; os 3 irmãos, na 2 ou na 3.'],
    ['Provérbios', ['Provérbios', 'Proverbs']],
    ['Tg 1:5; 1Pe 5:7', ['Tg 1:5', 'James 1:5'], ['1Pe 5:7', '1 Peter 5:7']],
    ['no oitavo capítulo de Romanos', ['oitavo capítulo de Romanos', 'Romans 8']],
  ],
  de: [
    [
      'Lesung: 1. Mose 1,1-5 und Röm. 8,28; danach Joh 3,16.18 und Offenbarung 21.',
      ['1. Mose 1,1-5', 'Genesis 1:1-5'],
      ['Röm. 8,28', 'Romans 8:28'],
      ['Joh 3,16.18', 'John 3:16, 18'],
      ['Offenbarung 21', 'Revelation 21'],
    ],
    ['Am 5. Mai um 10:30 Uhr. Am 5,24 steht es; Hiob 3.', ['Am 5,24', 'Amos 5:24'], ['Hiob 3', 'Job 3']],
    ['Der Brief an die Römer, Kapitel 8 Vers 28', ['Brief an die Römer, Kapitel 8 Vers 28', 'Romans 8:28']],
    ['Es waren so 3 oder 4, und ob 5 kommen, ist offen.'],
    ['Sprüche', ['Sprüche', 'Proverbs']],
    ['Ab 5 Uhr, und in 2 Std. 30 Minuten'],
    [
      'Im ersten Korintherbrief, Kapitel 13, und im achten Kapitel des Römerbriefs; der 23. Psalm',
      ['ersten Korintherbrief, Kapitel 13', '1 Corinthians 13'],
      ['achten Kapitel des Römerbriefs', 'Romans 8'],
      ['23. Psalm', 'Psalms 23'],
    ],
    ['Mt 2,1-12 (13-23) und 3 Lieder', ['Mt 2,1-12 (13-23)', 'Matthew 2:1-23']],
  ],
};

const SPOKEN: Readonly<Record<string, readonly Case[]>> = {
  en: [
    ['turn to First Corinthians thirteen verse four', ['First Corinthians thirteen verse four', '1 Corinthians 13:4']],
    [
      'john three sixteen says and romans eight twenty-eight through thirty',
      ['john three sixteen', 'John 3:16'],
      ['romans eight twenty-eight through thirty', 'Romans 8:28-30'],
    ],
    [
      'psalm one hundred and nineteen verse one hundred five',
      ['psalm one hundred and nineteen verse one hundred five', 'Psalms 119:105'],
    ],
    ['second timothy chapter 3 verse 16', ['second timothy chapter 3 verse 16', '2 Timothy 3:16']],
    ['john said one thing and i am two and mark and ruth were there'],
    ['Ruth'],
    [
      'john uh chapter three, um, and verse sixteen. the twenty-third psalm',
      ['john uh chapter three, um, and verse sixteen', 'John 3:16'],
      ['twenty-third psalm', 'Psalms 23'],
    ],
    [
      '1 corinthians 13 verse four, john 3 sixteen',
      ['1 corinthians 13 verse four', '1 Corinthians 13:4'],
      ['john 3 sixteen', 'John 3:16'],
    ],
    [
      'verse sixteen of john three says so, and verse seventeen. then chapter four',
      ['verse sixteen of john three', 'John 3:16'],
      ['verse seventeen', 'John 3:17'],
      ['chapter four', 'John 4'],
    ],
    ['psalm twenty first john four', ['psalm twenty', 'Psalms 20'], ['first john four', '1 John 4']],
    ['verse two of john is short, and verse two'],
    ['john three is read, then verse two of the hymn', ['john three', 'John 3']],
  ],
  pt: [
    [
      'abram em primeira coríntios treze versículo quatro',
      ['primeira coríntios treze versículo quatro', '1 Corinthians 13:4'],
    ],
    [
      'joão três dezesseis e salmo vinte e três, romanos oito versículos vinte e oito a trinta',
      ['joão três dezesseis', 'John 3:16'],
      ['salmo vinte e três', 'Psalms 23'],
      ['romanos oito versículos vinte e oito a trinta', 'Romans 8:28-30'],
    ],
    [
      'salmo cento e dezenove versículo cento e cinco',
      ['salmo cento e dezenove versículo cento e cinco', 'Psalms 119:105'],
    ],
    ['gênesis capítulo um versículo um', ['gênesis capítulo um versículo um', 'Genesis 1:1']],
    ['joão um dia foi para casa e rute também'],
    [
      'o vigésimo terceiro salmo; joão três né e versículo dezesseis e no versículo dezessete',
      ['vigésimo terceiro salmo', 'Psalms 23'],
      ['joão três né e versículo dezesseis', 'John 3:16'],
      ['versículo dezessete', 'John 3:17'],
    ],
    ['versículo dezesseis de joão três', ['versículo dezesseis de joão três', 'John 3:16']],
  ],
  de: [
    ['Erster Korinther dreizehn Vers vier', ['Erster Korinther dreizehn Vers vier', '1 Corinthians 13:4']],
    [
      'schlagt auf römer acht vers achtundzwanzig bis dreißig und psalm hundertneunzehn vers hundertfünf',
      ['römer acht vers achtundzwanzig bis dreißig', 'Romans 8:28-30'],
      ['psalm hundertneunzehn vers hundertfünf', 'Psalms 119:105'],
    ],
    ['der brief an die römer kapitel acht vers eins', ['brief an die römer kapitel acht vers eins', 'Romans 8:1']],
    ['ich bin am zwei und so drei. johannes und ruth waren da'],
    [
      'der dreiundzwanzigste psalm und vers sechzehn aus johannes drei und dann vers siebzehn',
      ['dreiundzwanzigste psalm', 'Psalms 23'],
      ['vers sechzehn aus johannes drei', 'John 3:16'],
      ['vers siebzehn', 'John 3:17'],
    ],
    [
      'im achten kapitel des römerbriefs vers äh achtundzwanzig',
      ['achten kapitel des römerbriefs vers äh achtundzwanzig', 'Romans 8:28'],
    ],
  ],
};

describe('[D66] references in prose', () => {
  for (const [kind, cases] of [['written', WRITTEN] as const, ['spoken', SPOKEN] as const]) {
    for (const language of CANON_LANGUAGES) {
      it(`when a text is ${kind} in ${language}, then its references are found in their order, with the language and without`, async () => {
        for (const [text, ...expected] of cases[language]!) {
          for (const given of [language, undefined]) {
            const found = await extractReferences(text, { language: given, spoken: kind === 'spoken' });
            assert.deepEqual(
              found.map(({ start, end, reference }) => [text.slice(start, end), reference]),
              expected,
              `${text} (${given})`,
            );
          }
        }
      });
    }
  }

  it('when chapter and verse are written or said as such, then the reference is explicit', async () => {
    const explicit = async (text: string, spoken = false) =>
      (await extractReferences(text, { spoken })).map((each) => each.explicit);
    for (const text of [
      'John 3:16',
      'Joh 3,16',
      'Jo 3.16-18',
      'John 3, verse 16',
      'verse 16 of John 3',
      'Jude verse 5',
    ]) {
      assert.deepEqual(await explicit(text), [true], text);
    }
    for (const text of ['John 3', 'Psalm 23', 'Jude 5', 'Ps 23, 24', 'John 3:16; Ps 23']) {
      assert.equal((await explicit(text)).at(-1), false, text);
    }
    assert.deepEqual(await explicit('john three verse sixteen and then verse seventeen', true), [true, false]);
    assert.deepEqual(await explicit('john three sixteen, and later chapter four verse one', true), [false, true]);
  });

  it('when a translation is named after a reference, then it is returned, and is never a book', async () => {
    const editions = async (text: string) => (await extractReferences(text, {})).map(({ edition }) => edition);
    assert.deepEqual(await editions('John 3:16 (TB), Rom 5:8, NIV; Joh 3,17 (Luther 2017)'), [
      'TB',
      'NIV',
      'Luther 2017',
    ]);
    assert.deepEqual(await editions('John 3:16 (see above), Rom 5:8, GOD is love; Rom 8 am'), [
      undefined,
      undefined,
      undefined,
    ]);
  });

  it('[Limits] when a text has long space or thousands of apostrophes, then it takes no longer than any other', async () => {
    for (const spoken of [false, true]) {
      for (const repeated of [' ', '\n', "a'", 'a’b', ' ,', ': ']) {
        const text = `John${repeated.repeat(Math.floor(EXTRACT_TEXT_MAX_CHARACTERS / repeated.length) - 4)}`;
        const took = await leastCpuMs(500, () => extractReferences(text, { spoken }));
        assert.ok(took < 500, `${JSON.stringify(repeated)} took ${took} ms`);
      }
    }
    const [found] = await extractReferences("as 'John\t\t3:16' says", {});
    assert.equal(found?.reference, 'John 3:16');
  });

  it('[Limits] when the longest texts repeat what references may contain, then each is read without a pause', async () => {
    const space = (count: number) => ' '.repeat(count);
    const fill = (text: string) => text.repeat(20_000).slice(0, 20_000);
    await extractReferences('John 3:16', {});
    for (const text of [
      `a${space(19_998)}`,
      `${space(9_999)}x${space(9_999)}`,
      `John${space(19_994)}x3`,
      `John chapter${space(19_980)}x`,
      `John 3:16${space(9_990)},${space(9_990)}x`,
      `twenty${space(3_000)}`.repeat(6),
      fill("a'"),
      fill('1 um '),
      fill('\r'),
      fill('\u2028'),
      fill(' \r'),
    ]) {
      for (const spoken of [false, true]) {
        const took = await leastCpuMs(400, () => extractReferences(text, { spoken }));
        assert.ok(took < 400, `${JSON.stringify(text.slice(0, 20))}, spoken: ${spoken}, took ${took} ms`);
      }
    }
  });

  it('when there is much space in a reference, then it is found all the same', async () => {
    const text = `John 3 ,\t verse${' '.repeat(10)}16\r\n${' '.repeat(300)}Ruth:${' '.repeat(300)}\r`;
    const found = await extractReferences(text, {});
    assert.deepEqual(
      found.map(({ reference }) => reference),
      ['John 3:16', 'Ruth'],
    );
  });
});
