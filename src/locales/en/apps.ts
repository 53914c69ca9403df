import { richText } from '../rich-text.ts';

export const apps = {
  title: 'Connected apps',
  lead: 'These apps can use your account. Each connection expires; you can end it earlier.',
  empty:
    'No app is connected to your account. Start in the app: it sends you here, where you see what it asks for and decide.',
  connected: <Piece>(moment: Piece) => richText`Connected on ${moment}`,
  may: 'It can:',
  end: 'Disconnect',
  endHint: (name: string) =>
    `${name} loses access at once. What it created in your account stays. To connect it again, start in the app.`,
  endNow: 'Disconnect this app',
  done: { ended: 'The app was disconnected.' },
};

export type AppsStrings = typeof apps;
