export const translations = { title: 'Translations', only: 'One translation has to stay on.' };
