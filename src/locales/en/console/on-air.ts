export const onAir = {
  title: 'On air',
  next: 'Next',
  nothing: 'Nothing is shown.',
  part: (part: number, parts: number) => `Part ${part} of ${parts}`,
};
