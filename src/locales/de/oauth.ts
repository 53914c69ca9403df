import { GRANT_DAYS, GRANTS_PER_USER_MAX } from '../../contract/limits.ts';
import type { OauthStrings } from '../en/oauth.ts';
import { richText } from '../rich-text.ts';

export const oauth: OauthStrings = {
  consent: {
    title: (app) => `${app} mit Ihrem Konto verbinden?`,
    lead: (app) =>
      richText`${app} möchte Ihr Konto nutzen. Wenn Sie es erlauben, bekommt die App nur, was hier aufgeführt ist.`,
    switch: 'Anderes Konto verwenden',
    groups: { look: 'Die App darf ansehen', change: 'Die App darf ändern', delete: 'Die App darf löschen' },
    term: 'Dauer',
    untilDate: (date) =>
      richText`Die App bleibt ${GRANT_DAYS} Tage verbunden, bis zum ${date}, auch wenn Sie sie gerade nicht verwenden. Danach muss sie erneut fragen.`,
    oneHour: 'Die App bleibt eine Stunde verbunden. Danach muss sie erneut fragen.',
    apps: 'Verbundene Apps',
    endIt: (apps) => richText`Unter ${apps} können Sie die Verbindung jederzeit trennen.`,
    never:
      'Auf Ihr Passwort, Ihre persönlichen Tokens, Ihre Organisationen, Lieder und Folien und andere Apps bekommt sie nie Zugriff.',
    replaced: (app, date) =>
      richText`Sie haben ${GRANTS_PER_USER_MAX} Verbindungen, mehr sind nicht möglich. Wenn Sie diese erlauben, endet die älteste: ${app}, verbunden am ${date}.`,
    toHost: (host) => richText`Ihre Entscheidung geht an ${host}.`,
    toProgram:
      'Ihre Entscheidung geht an ein Programm auf diesem Computer. Erlauben Sie es nur, wenn Sie es gerade selbst gestartet haben.',
    allow: 'Erlauben',
    deny: 'Ablehnen',
  },
  refusal: {
    title: 'Diese App lässt sich nicht verbinden',
    reasons: {
      client: 'Die App, die Sie hierher geschickt hat, ist auf diesem Server nicht registriert oder wurde deaktiviert.',
      redirect_uri: 'Die App hat eine Rücksprungadresse angegeben, die für sie nicht registriert ist.',
      state: 'Die App hat einen Sicherheitsparameter weggelassen oder einen ungültigen gesendet.',
      request:
        'Diese Anfrage ist abgelaufen: Sie wurde schon beantwortet, ist älter als fünf Minuten oder begann in einem anderen Browser.',
      decision: 'Ihre Entscheidung war nicht lesbar.',
    },
    advice: 'Es wurde nichts weitergegeben. Kehren Sie zur App zurück und beginnen Sie noch einmal.',
    makers: 'Für die Entwickler der App:',
  },
};
