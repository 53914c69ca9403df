export const queue = {
  title: 'Queue',
  slides: 'Slides',
  empty: 'The queue is empty. What you show is listed here; + before a reference adds it without showing it.',
  show: 'Show',
  slide: (number: number) => `Slide ${number}`,
  noSlides: 'The slides could not be read.',
};
