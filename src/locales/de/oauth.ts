import { GRANT_DAYS, GRANTS_PER_USER_MAX } from '../../contract/limits.ts';
import type { OauthStrings } from '../en/oauth.ts';
import { richText } from '../rich-text.ts';

export const oauth: OauthStrings = {
  consent: {
    title: (app) => `${app} mit Ihrem Konto verbinden?`,
    lead: (app) =>
      richText`${app} möchte Ihr Konto nutzen. Die App erhält nur, was hier steht, und nur, wenn Sie es erlauben.`,
    switch: 'Anderes Konto verwenden',
    groups: { look: 'Die App darf ansehen', change: 'Die App darf ändern', delete: 'Die App darf löschen' },
    term: 'Wie lange',
    untilDate: (date) =>
      richText`Die App bleibt ${GRANT_DAYS} Tage verbunden, bis zum ${date}, auch während Sie sie nicht benutzen. Danach muss sie erneut fragen.`,
    oneHour: 'Die App ist eine Stunde lang verbunden. Danach muss sie erneut fragen.',
    apps: 'Verbundene Apps',
    endIt: (apps) => richText`Unter ${apps} können Sie die Verbindung jederzeit beenden.`,
    never:
      'An Ihr Passwort, Ihre persönlichen Tokens, Ihre Organisationen, Präsentationen und andere Apps kommt sie nie heran.',
    replaced: (app, date) =>
      richText`Sie haben ${GRANTS_PER_USER_MAX} Verbindungen, mehr sind nicht möglich. Wenn Sie diese erlauben, endet die älteste: ${app}, verbunden am ${date}.`,
    toHost: (host) => richText`Ihre Antwort geht an ${host}.`,
    toProgram:
      'Ihre Antwort geht an ein Programm auf diesem Computer. Erlauben Sie es nur, wenn Sie es gerade selbst gestartet haben.',
    allow: 'Erlauben',
    deny: 'Nicht erlauben',
  },
  refusal: {
    title: 'Diese App lässt sich nicht verbinden',
    reasons: {
      client: 'Die App, die Sie hierher geschickt hat, ist auf diesem Server nicht registriert oder abgeschaltet.',
      redirect_uri: 'Die App möchte ihre Antwort an eine Adresse, mit der sie nicht registriert ist.',
      state: 'Die App hat etwas weggelassen, das Sie schützt, oder es unbrauchbar übermittelt.',
      request:
        'Diese Anfrage ist vorbei: Sie wurde schon beantwortet, ihre fünf Minuten sind um, oder sie begann anderswo.',
      decision: 'Ihre Antwort war nicht lesbar.',
    },
    advice: 'Es wurde nichts weitergegeben. Gehen Sie zurück zur App und beginnen Sie noch einmal.',
    makers: 'Für alle, die diese App machen:',
  },
};
