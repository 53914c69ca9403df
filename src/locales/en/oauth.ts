import { GRANT_DAYS, GRANTS_PER_USER_MAX } from '../../contract/limits.ts';
import { richText } from '../rich-text.ts';

export const oauth = {
  consent: {
    title: (app: string) => `Connect ${app} to your account?`,
    lead: <Piece>(app: Piece) =>
      richText`${app} asks to use your account. It gets only what is listed here, and only if you allow it.`,
    switch: 'Use another account',
    groups: { look: 'It can see', change: 'It can change', delete: 'It can delete' },
    term: 'How long',
    untilDate: <Piece>(date: Piece) =>
      richText`It stays connected for ${GRANT_DAYS} days, until ${date}, also while you are not using it. Then it has to ask again.`,
    oneHour: 'It is connected for one hour. Then it has to ask again.',
    apps: 'Connected apps',
    endIt: <Piece>(apps: Piece) => richText`You can end the connection at any time under ${apps}.`,
    never: 'It never gets to your password, your personal tokens, your organizations, presentations or other apps.',
    replaced: <Piece>(app: Piece, date: Piece) =>
      richText`You have ${GRANTS_PER_USER_MAX} connections, and there can be no more. If you allow this one, the oldest ends: ${app}, connected on ${date}.`,
    toHost: <Piece>(host: Piece) => richText`Your answer goes to ${host}.`,
    toProgram: 'Your answer goes to a program on this computer. Allow this only if you have just started it yourself.',
    allow: 'Allow',
    deny: 'Do not allow',
  },
  refusal: {
    title: 'This app cannot be connected',
    reasons: {
      client: 'The app that sent you here is not registered with this server, or has been switched off.',
      redirect_uri: 'The app wants its answer at an address that it is not registered with.',
      state: 'The app left out something that protects you, or sent it in a way that cannot be used.',
      request: 'This request is over: it was already answered, its five minutes have passed, or it began elsewhere.',
      decision: 'Your answer could not be read.',
    },
    advice: 'Nothing was shared. Go back to the app and begin again.',
    makers: 'For those who make the app:',
  },
};

export type OauthStrings = typeof oauth;
