export const onAir = {
  picture: 'What the screens show',
  note: 'Note',
  next: 'Next',
  beyond: 'Next in the book',
  nothing: 'Nothing is on air. Type a reference and press Enter.',
  noTranslation: 'This room has no translation, so it cannot show verses.',
  chooseTranslation: 'Choose a translation',
  stageTime: 'Stage',
  justNow: 'just now',
  part: (part: number, parts: number) => `Part ${part} of ${parts}`,
  slide: (slide: number, slides: number) => `Slide ${slide} of ${slides}`,
};
