import { richText } from '../rich-text.ts';

type Outcome = readonly [title: string, advice: string];

export const connect = {
  enterTitle: 'Connect a terminal',
  enterIntro: 'Enter the code that your terminal shows.',
  code: 'Code',
  wrong: 'No terminal waits with this code. It may be mistyped, older than ten minutes, or already decided.',
  next: 'Continue',
  judgeTitle: 'Allow this terminal?',
  calls: 'A terminal wants to act for you. It calls itself',
  compare: 'Your terminal must show exactly this code:',
  warning:
    'Allow it only if you have just typed “lectern login” there yourself. Nobody from support will ever ask you to.',
  may: 'It will be able to',
  everything: 'do everything that you may do',
  everythingMeans: 'with your account, now and later, in your name.',
  until: <Piece>(moment: Piece) => richText`This ends on ${moment}.`,
  endEarlier: 'You can end it earlier under “Personal tokens”.',
  callsFor: 'A terminal wants to act for an organization. It calls itself',
  actsFor: 'It will act for the organization',
  role: 'It gets your role there:',
  roleMeans: 'If your role changes, so does what it may do.',
  roleEverything: 'do everything that your role allows in this organization',
  endMembership:
    'It also ends when you leave the organization. You can end it earlier under “Service tokens” of the organization.',
  noMember:
    'It asks to act for an organization that you are not a member of, so you cannot allow it. Deny it, or sign in as a member.',
  as: 'You are signed in as',
  other: 'Use another account',
  allow: 'Allow',
  deny: 'Deny',
  allowed: [
    'The terminal is allowed',
    'Go back to it: it goes on by itself in a moment. You can close this page; stay signed in until the terminal is ready.',
  ] satisfies Outcome,
  denied: ['The terminal was denied', 'It gets nothing. You can close this page.'] satisfies Outcome,
  tokens: 'Your personal tokens',
  serviceTokens: (organization: string) => `Service tokens of ${organization}`,
  nothing: 'nothing yet: your role allows none of what it asks for.',
  beyondRole: 'It also asks for this, which your role does not allow. It gets this only if your role changes:',
};

export type ConnectStrings = typeof connect;
