export const decks = {
  title: 'Songs and slides',
};
