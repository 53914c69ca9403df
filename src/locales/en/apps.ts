import { richText } from '../rich-text.ts';

export const apps = {
  title: 'Connected apps',
  lead: 'You have let these apps use your account. Each connection ends by itself, and you can end it before.',
  empty:
    'No app is connected to your account. Begin in the app: it brings you here, shows what it wants to do, and asks you first.',
  connected: <Piece>(moment: Piece) => richText`Connected on ${moment}`,
  may: 'It may:',
  end: 'Disconnect',
  endHint: (name: string) =>
    `${name} loses its access at once. What it has made in your account stays. To let it in again, begin in the app.`,
  endNow: 'Disconnect this app',
  done: { ended: 'The app has no access any more.' },
};

export type AppsStrings = typeof apps;
