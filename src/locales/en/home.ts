export const home = {
  title: 'Welcome',
  what: 'Lectern shows Bible verses, songs and slides on the screens of a service.',
  follow: {
    title: 'Follow along',
    text: 'Scan the QR code on the sheet or screen of your church, or open the link that you were given. You need no account.',
  },
  screen: {
    title: 'This is a screen',
    text: 'Shows a code here. An operator enters it, and this screen shows the service.',
  },
  operate: { title: 'Operate', text: 'Sign in to show verses, and to prepare plans, songs and slides.' },
  account: 'Your account',
  problems: 'Error codes',
};

export type HomeStrings = typeof home;
