/** What a write does, as a phrase that messages begin or end with. */
export const acts = {
  show: (reference: string) => `Show ${reference}`,
  queue: (reference: string) => `Add ${reference} to the queue`,
  remove: (reference: string) => `Remove ${reference}`,
  move: (reference: string) => `Move ${reference}`,
  next: { page: 'Next page', line: 'Next verse', chapter: 'Next chapter', slide: 'Next slide' },
  previous: { page: 'Previous page', line: 'Previous verse', chapter: 'Previous chapter', slide: 'Previous slide' },
  more: 'One verse more',
  less: 'One verse less',
  hide: 'Hide',
  reveal: 'Show again',
  back: 'Back',
  undo: 'Undo',
  redo: 'Redo',
  clear: 'Clear',
  start: 'Start',
  stop: 'Stop',
};
