import { GRANT_DAYS, GRANTS_PER_USER_MAX } from '../../contract/limits.ts';
import { richText } from '../rich-text.ts';

export const oauth = {
  consent: {
    title: (app: string) => `Connect ${app} to your account?`,
    lead: <Piece>(app: Piece) =>
      richText`${app} asks to use your account. If you allow it, it gets only what is listed here.`,
    switch: 'Use another account',
    groups: { look: 'It can see', change: 'It can change', delete: 'It can delete' },
    term: 'How long',
    untilDate: <Piece>(date: Piece) =>
      richText`It stays connected for ${GRANT_DAYS} days, until ${date}, even while you are not using it. Then it has to ask again.`,
    oneHour: 'It is connected for one hour. Then it has to ask again.',
    apps: 'Connected apps',
    endIt: <Piece>(apps: Piece) => richText`You can end the connection at any time under ${apps}.`,
    never: 'It never gets access to your password, personal tokens, organizations, songs and slides, or other apps.',
    replaced: <Piece>(app: Piece, date: Piece) =>
      richText`You have ${GRANTS_PER_USER_MAX} connections, the maximum. If you allow this one, the oldest ends: ${app}, connected on ${date}.`,
    toHost: <Piece>(host: Piece) => richText`Your decision is sent to ${host}.`,
    toProgram: 'Your decision is sent to a program on this computer. Allow this only if you just started it yourself.',
    allow: 'Allow',
    deny: 'Deny',
  },
  refusal: {
    title: 'This app cannot be connected',
    reasons: {
      client: 'The app that sent you here is not registered with this server, or is disabled.',
      redirect_uri: 'The app asked for a redirect address that is not registered for it.',
      state: 'The app left out a security parameter, or sent an invalid one.',
      request:
        'This request has expired: you have already decided, it is older than five minutes, or began in another browser.',
      decision: 'Your decision could not be read.',
    },
    advice: 'Nothing was shared. Go back to the app and start again.',
    makers: 'For the developers of the app:',
  },
};

export type OauthStrings = typeof oauth;
