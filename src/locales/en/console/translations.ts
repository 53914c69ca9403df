export const translations = {
  title: 'Translations',
  only: 'At least one translation must stay on.',
  all: 'All translations',
  orderHint:
    'The order and the stars are for every operator of this room. The first four have the keys Alt+1 to Alt+4.',
  earlier: (name: string) => `Move ${name} up`,
  later: (name: string) => `Move ${name} down`,
  pin: (name: string) => `${name} among the keys`,
  retrying: 'Translations not loaded. Trying again…',
};
