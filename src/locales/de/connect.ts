import type { ConnectStrings } from '../en/connect.ts';
import { richText } from '../rich-text.ts';

export const connect: ConnectStrings = {
  enterTitle: 'Terminal verbinden',
  enterIntro: 'Geben Sie den Code ein, den Ihr Terminal anzeigt.',
  code: 'Code',
  wrong:
    'Mit diesem Code wartet kein Terminal. Prüfen Sie den Code: Vielleicht enthält er einen Tippfehler, wurde schon verwendet oder ist älter als zehn Minuten.',
  next: 'Weiter',
  approvalTitle: 'Dieses Terminal zulassen?',
  calls: 'Ein Terminal möchte in Ihrem Namen handeln. Es nennt sich',
  compare: 'Ihr Terminal muss genau diesen Code anzeigen:',
  warning:
    'Lassen Sie es nur zu, wenn Sie dort gerade selbst „lectern login“ eingegeben haben. Der Support wird Sie nie darum bitten.',
  may: 'Es darf dann',
  everything: 'alles tun, was Sie selbst dürfen,',
  everythingMeans: 'mit Ihrem Konto und in Ihrem Namen, jetzt und künftig.',
  until: (moment) => richText`Der Zugriff gilt bis zum ${moment}.`,
  endEarlier: 'Unter „Persönliche Tokens“ können Sie ihn früher widerrufen.',
  callsFor: 'Ein Terminal möchte für eine Organisation handeln. Es nennt sich',
  actsFor: 'Es handelt dann für die Organisation',
  role: 'Es bekommt dort Ihre Rolle:',
  roleMeans: 'Ändert sich Ihre Rolle, ändern sich auch seine Berechtigungen.',
  roleEverything: 'alles tun, was Ihre Rolle in dieser Organisation erlaubt',
  endMembership:
    'Er endet auch, wenn Sie die Organisation verlassen. Unter „Dienst-Tokens“ der Organisation können Sie ihn früher widerrufen.',
  noMember:
    'Es möchte für eine Organisation handeln, in der Sie nicht Mitglied sind. Lehnen Sie es ab oder melden Sie sich als Mitglied an.',
  as: 'Sie sind angemeldet als',
  other: 'Anderes Konto verwenden',
  allow: 'Zulassen',
  deny: 'Ablehnen',
  allowed: [
    'Das Terminal ist zugelassen',
    'Kehren Sie zum Terminal zurück: Dort geht es gleich weiter. Sie können diese Seite schließen, bleiben Sie aber angemeldet, bis das Terminal bereit ist.',
  ],
  denied: ['Das Terminal wurde abgelehnt', 'Es hat keinen Zugriff. Sie können diese Seite schließen.'],
  tokens: 'Ihre persönlichen Tokens',
  serviceTokens: (organization) => `Dienst-Tokens von ${organization}`,
  nothing: 'noch nichts: Ihre Rolle erlaubt nichts von dem, worum es bittet.',
  beyondRole:
    'Es bittet auch um Berechtigungen, die Ihre Rolle nicht hat. Es bekommt sie nur, wenn sich Ihre Rolle ändert:',
};
