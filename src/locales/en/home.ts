export const home = {
  running: 'Running',
  title: 'Lectern is running',
  what: 'It puts Bible verses on live displays. Operators open the console; the audience opens the link of a Live.',
  console: 'Open the console',
  account: 'Sign in, or see your account',
  api: 'The API, operation by operation',
  problems: 'What its error codes mean',
  links: 'The links of your Lives, and how to make a token, were printed where the server was started.',
};

export type HomeStrings = typeof home;
