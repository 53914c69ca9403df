import type { ConnectStrings } from '../en/connect.ts';
import { richText } from '../rich-text.ts';

export const connect: ConnectStrings = {
  enterTitle: 'Terminal verbinden',
  enterIntro: 'Geben Sie den Code ein, den Ihr Terminal anzeigt.',
  code: 'Code',
  wrong: 'Mit diesem Code wartet kein Terminal. Er ist vertippt, älter als zehn Minuten oder schon entschieden.',
  next: 'Weiter',
  judgeTitle: 'Dieses Terminal zulassen?',
  calls: 'Ein Terminal möchte in Ihrem Namen handeln. Es nennt sich',
  compare: 'Ihr Terminal muss genau diesen Code anzeigen:',
  warning:
    'Lassen Sie es nur zu, wenn Sie dort gerade selbst „lectern login“ eingegeben haben. Der Support wird Sie nie darum bitten.',
  may: 'Es darf dann',
  everything: 'alles, was Sie dürfen,',
  everythingMeans: 'mit Ihrem Konto, jetzt und später, in Ihrem Namen.',
  until: (moment) => richText`Das gilt bis ${moment}.`,
  endEarlier: 'Sie können es unter „Persönliche Tokens“ früher beenden.',
  callsFor: 'Ein Terminal möchte für eine Organisation handeln. Es nennt sich',
  actsFor: 'Es handelt dann für die Organisation',
  role: 'Es bekommt Ihre Rolle dort:',
  roleMeans: 'Ändert sich Ihre Rolle, ändert sich auch, was es darf.',
  roleEverything: 'alles tun, was Ihre Rolle in dieser Organisation erlaubt',
  endMembership:
    'Es endet auch, wenn Sie die Organisation verlassen. Unter „Dienst-Tokens“ der Organisation können Sie es früher beenden.',
  noMember:
    'Es möchte für eine Organisation handeln, in der Sie nicht Mitglied sind; Sie können es deshalb nicht zulassen. Lehnen Sie es ab, oder melden Sie sich als Mitglied an.',
  as: 'Sie sind angemeldet als',
  other: 'Anderes Konto verwenden',
  allow: 'Zulassen',
  deny: 'Ablehnen',
  allowed: [
    'Das Terminal ist zugelassen',
    'Gehen Sie dorthin zurück: Es macht gleich von selbst weiter. Diese Seite können Sie schließen; bleiben Sie aber angemeldet, bis das Terminal so weit ist.',
  ],
  denied: ['Das Terminal wurde abgelehnt', 'Es bekommt nichts. Diese Seite können Sie schließen.'],
  tokens: 'Ihre persönlichen Tokens',
  serviceTokens: (organization) => `Dienst-Tokens von ${organization}`,
  nothing: 'vorerst nichts: Ihre Rolle erlaubt nichts von dem, worum es bittet.',
  beyondRole:
    'Es bittet auch um Folgendes, das Ihre Rolle nicht erlaubt. Das bekommt es nur, wenn sich Ihre Rolle ändert:',
};
