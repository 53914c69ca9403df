import { richText } from '../rich-text.ts';

type Outcome = readonly [title: string, advice: string];

export const connect = {
  enterTitle: 'Connect a terminal',
  enterIntro: 'Enter the code shown in your terminal.',
  code: 'Code',
  wrong:
    'No terminal is waiting with this code. Check the code: it may be mistyped, already used, or older than ten minutes.',
  next: 'Continue',
  approvalTitle: 'Allow this terminal?',
  calls: 'A terminal asks to act for you. It calls itself',
  compare: 'Your terminal must show exactly this code:',
  warning: 'Allow it only if you just typed “lectern login” there yourself. Support will never ask you to do this.',
  may: 'It will be able to',
  everything: 'do everything that you can do',
  everythingMeans: 'with your account, now and later, in your name.',
  until: <Piece>(moment: Piece) => richText`It expires on ${moment}.`,
  endEarlier: 'You can revoke it earlier under “Personal tokens”.',
  callsFor: 'A terminal asks to act for an organization. It calls itself',
  actsFor: 'It will act for the organization',
  role: 'It gets your role there:',
  roleMeans: 'If your role changes, its permissions change too.',
  roleEverything: 'do everything that your role allows in this organization',
  endMembership:
    'It also ends when you leave the organization. You can revoke it earlier under the organization’s “Service tokens”.',
  noMember: 'It asks to act for an organization that you are not a member of. Deny it, or sign in as a member.',
  as: 'You are signed in as',
  other: 'Use another account',
  allow: 'Allow',
  deny: 'Deny',
  allowed: [
    'The terminal is allowed',
    'Go back to your terminal: it continues in a moment. You can close this page, but stay signed in until the terminal is ready.',
  ] satisfies Outcome,
  denied: ['The terminal was denied', 'It has no access. You can close this page.'] satisfies Outcome,
  tokens: 'Your personal tokens',
  serviceTokens: (organization: string) => `Service tokens of ${organization}`,
  nothing: 'nothing yet: your role allows nothing that it asks for.',
  beyondRole: 'It also asks for permissions that your role does not have. It gets them only if your role changes:',
};

export type ConnectStrings = typeof connect;
