export const translations = {
  title: 'Translations',
  only: 'At least one translation must stay on.',
  retrying: 'Translations not loaded. Trying again…',
};
