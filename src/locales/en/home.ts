export const home = {
  running: 'Running',
  title: 'Lectern is running',
  what: 'Lectern puts Bible verses on live displays. Operators open the console. The audience opens the link of a Live.',
  console: 'Open the console',
  account: 'Sign in or open your account',
  api: 'Guides and API reference',
  problems: 'Error codes and how to recover',
  links: 'The terminal that started the server shows the links of your Lives and how to create a token.',
};

export type HomeStrings = typeof home;
