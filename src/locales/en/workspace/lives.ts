export const lives = {
  title: 'Lives',
};
