export const frame = {
  startFailed: 'The page could not start.',
  tryAgain: 'Try again',
};
