export const queue = {
  title: 'Queue',
  slides: 'Slides',
  empty: 'The queue is empty. What you show appears here. Type + before a reference to add it without showing it.',
  show: 'Show',
  slide: (number: number) => `Slide ${number}`,
  noSlides: 'The slides could not be loaded.',
};
