import protobuf from 'protobufjs';
import type { Hymn } from './hymns.ts';
import { toRtf } from './write-song.ts';

/** The messages that the tests write, after the published descriptions, apart from those with which files are read. */
const DESCRIPTION = `
syntax = "proto3";
message Id { string string = 1; }
message Url { string absolute_string = 1; string relative_path = 2; Local local = 4; message Local { string path = 2; } }
message Application { uint32 platform = 1; Version version = 2; message Version { uint32 major = 1; } }
message Rtf { bytes rtf_data = 1; }
message Empty {}
message Range { int32 start = 1; int32 end = 2; }
message Attributes {
  message Custom { Range range = 1; string chord = 7; }
  repeated Custom custom_attributes = 13;
}
message Text { Attributes attributes = 3; bytes rtf_data = 5; repeated Empty alternate_texts = 13; }
message Graphics {
  message Point { double x = 1; double y = 2; }
  message Rect { Point origin = 1; }
  message Fill { Empty media = 3; bool enable = 4; }
  string name = 2; Rect bounds = 3; Fill fill = 9; Text text = 13; bool hidden = 16;
}
message Element {
  message Link { Empty alternate_text = 2; Empty visibility_link = 9; }
  Graphics element = 1; repeated Link data_links = 6;
}
message Slide { repeated Element elements = 1; }
message PresentationSlide { Slide base_slide = 1; Rtf notes = 2; Url chord_chart = 4; }
message Action {
  message Label { string text = 2; }
  message Media { Empty video = 7; Empty audio = 8; uint32 layer_type = 10; }
  message SlideType { PresentationSlide presentation = 2; }
  Label label = 3; Media media = 20; SlideType slide = 23; Empty timer = 25;
}
message Cue { Id uuid = 1; repeated Action actions = 10; bool isEnabled = 12; }
message Group { Id uuid = 1; string name = 2; }
message CueGroup { Group group = 1; repeated Id cue_identifiers = 2; }
message Arrangement { Id uuid = 1; string name = 2; repeated Id group_identifiers = 3; }
message Ccli {
  string author = 1; string artist_credits = 2; string song_title = 3; string publisher = 4; uint32 copyright_year = 5;
  uint32 song_number = 6; string album = 8; bytes artwork = 9;
}
message Presentation {
  Application application_info = 1; Id uuid = 2; string name = 3; string notes = 7; Url chord_chart = 9;
  Id selected_arrangement = 10; repeated Arrangement arrangements = 11; repeated CueGroup cue_groups = 12;
  repeated Cue cues = 13; Ccli ccli = 14; string music_key = 22;
}
message Playlists { repeated Playlist playlists = 1; }
message Items { repeated Item items = 1; }
message Playlist { string name = 2; Playlists playlists = 12; Items items = 13; }
message Item {
  message Document { Url document_path = 1; string arrangement_name = 5; }
  message Planned { Item linked_data = 2; }
  message Placeholder { Item linked_data = 1; }
  string name = 2; Empty header = 3; Document presentation = 4; Empty cue = 5; Planned planning_center = 6;
  Placeholder placeholder = 8; bool is_hidden = 9;
}
message PlaylistDocument { Playlist root_node = 3; }
`;
const { root } = protobuf.parse(DESCRIPTION);
const id = (text: string) => ({ string: text });

/** Encodes a message. Its fields have the names of the description in camel case. */
export function encode(type: 'Presentation' | 'PlaylistDocument', fields: object): Buffer {
  const message = root.lookupType(type);
  return Buffer.from(message.encode(message.fromObject(fields)).finish());
}

/** A text box, as a name and lines. */
type Box = readonly [name: string, lines: readonly string[], more?: object];
/** A slide, as its text boxes from the top, or as a cue. */
type WrittenSlide = readonly Box[] | { readonly boxes: readonly Box[]; readonly cue?: object; readonly slide?: object };

export interface WrittenGroup {
  readonly name: string;
  readonly slides: readonly WrittenSlide[];
}

function toElement([name, lines, more = {}]: Box, at: number): object {
  const { element = {}, ...link } = more as { element?: object };
  const text = { rtfData: Buffer.from(toRtf(lines, at % 2 === 0 ? 'hex' : 'unicode'), 'latin1') };
  return { element: { name, bounds: { origin: { y: at * 100 } }, text, ...element }, ...link };
}

/** Writes a presentation. `order` has the indexes of the groups of its arrangement. */
export function toPresentation(groups: readonly WrittenGroup[], order: readonly number[] | null, more: object = {}) {
  const cues = groups.flatMap(({ slides }, group) =>
    slides.map((written, at) => {
      const { boxes, cue = {}, slide = {} } = 'boxes' in written ? written : { boxes: written };
      const presentation = { baseSlide: { elements: boxes.map(toElement) }, ...slide };
      return { uuid: id(`${group}-${at}`), isEnabled: true, actions: [{ slide: { presentation } }], ...cue };
    }),
  );
  return encode('Presentation', {
    applicationInfo: { platform: 1, version: { major: 7 } },
    uuid: id('document'),
    selectedArrangement: id(order ? 'arrangement' : '00000000-0000-0000-0000-000000000000'),
    arrangements: order
      ? [{ uuid: id('arrangement'), name: 'Sunday', groupIdentifiers: order.map((at) => id(`group ${at}`)) }]
      : [],
    cueGroups: groups.map(({ name, slides }, group) => ({
      group: { uuid: id(`group ${group}`), name },
      cueIdentifiers: slides.map((_, at) => id(`${group}-${at}`)),
    })),
    cues,
    ...more,
  });
}

export function toPro7(hymn: Hymn): Buffer {
  const hasRepeats = new Set(hymn.order).size < hymn.order.length;
  return toPresentation(
    hymn.verses.map(({ word, number, slides }) => ({
      name: `${word} ${number}`,
      slides: slides.map((lines) => [['Default', lines]]),
    })),
    hasRepeats ? hymn.order.map((verse) => hymn.verses.findIndex((each) => each.id === verse)) : null,
    {
      name: hymn.title,
      ccli: {
        author: hymn.authors.join('; '),
        songTitle: hymn.title,
        publisher: 'Press',
        copyrightYear: 1900,
        songNumber: Number(hymn.ccli ?? 0),
      },
    },
  );
}
