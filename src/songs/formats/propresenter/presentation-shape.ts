import type { MessageOf } from './read-message.ts';

/**
 * The messages of ProPresenter 7, as far as they are read. The numbers of the fields are facts that were taken from the
 * descriptions in https://github.com/greyshirtguy/ProPresenter7-Proto.
 */
const UUID = { text: [1, 'text'] } as const;
const RTF = { rtf: [1, 'bytes'] } as const;
export const URL_SHAPE = { absolute: [1, 'text'], relative: [2, 'text'] } as const;

/**
 * Links by which an element shows a text of another place, such as a clock or the text of another element. Its own text
 * is not shown. Other links decide on colors, or on whether the element is visible.
 */
const TEXT_LINKS = [
  1, 2, 3, 4, 5, 7, 10, 11, 12, 14, 15, 17, 18, 19, 20, 22, 23, 24, 25, 27, 28, 29, 30, 33, 34, 35, 36,
];
const LINK = Object.fromEntries(TEXT_LINKS.map((number) => [`${number}`, [number, 'bytes'] as const]));

const ELEMENT = {
  shape: [
    1,
    {
      name: [2, 'text'],
      bounds: [3, { origin: [1, { y: [2, 'double'] }] }],
      fill: [9, { media: [3, 'bytes'], isOn: [4, 'integer'] }],
      text: [
        13,
        {
          attributes: [3, { ranges: [13, { range: [1, { start: [1, 'integer'] }], chord: [7, 'text'] }, 'repeated'] }],
          rtf: [5, 'bytes'],
          alternatives: [13, 'bytes', 'repeated'],
        },
      ],
      isHidden: [16, 'integer'],
    },
  ],
  links: [6, LINK, 'repeated'],
} as const;

const ACTION = {
  label: [3, { text: [2, 'text'] }],
  media: [20, { audio: [8, 'bytes'], layer: [10, 'integer'] }],
  slide: [
    23,
    {
      presentation: [
        2,
        { base: [1, { elements: [1, ELEMENT, 'repeated'] }], notes: [2, RTF], chordChart: [4, URL_SHAPE] },
      ],
    },
  ],
} as const;

const CUE = { id: [1, UUID], actions: [10, ACTION, 'repeated'], isEnabled: [12, 'integer'] } as const;

export const PRESENTATION = {
  name: [3, 'text'],
  notes: [7, 'text'],
  chordChart: [9, URL_SHAPE],
  selectedArrangement: [10, UUID],
  arrangements: [11, { id: [1, UUID], groups: [3, UUID, 'repeated'] }, 'repeated'],
  groups: [12, { group: [1, { id: [1, UUID], name: [2, 'text'] }], cues: [2, UUID, 'repeated'] }, 'repeated'],
  cues: [13, CUE, 'repeated'],
  ccli: [
    14,
    {
      author: [1, 'text'],
      artists: [2, 'text'],
      title: [3, 'text'],
      publisher: [4, 'text'],
      year: [5, 'integer'],
      number: [6, 'integer'],
      album: [8, 'text'],
      artwork: [9, 'bytes'],
    },
  ],
  timeline: [17, { audio: [8, 'bytes'] }],
  key: [22, 'text'],
  music: [23, { original: [1, 'text'], chosen: [2, 'text'] }],
} as const;

export type Presentation = MessageOf<typeof PRESENTATION>;
export type Cue = Presentation['cues'][number];
export type SlideElement = MessageOf<typeof ELEMENT>;
