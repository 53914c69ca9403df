import type { TokensStrings } from '../en/tokens.ts';
import { richText } from '../rich-text.ts';

export const tokens: TokensStrings = {
  personal: {
    title: 'Persönliche Tokens',
    lead: 'Mit einem persönlichen Token handelt ein Skript oder ein Werkzeug in Ihrem Namen. Geben Sie jedem Werkzeug ein eigenes: Dann können Sie eines beenden, ohne die anderen zu stören.',
    empty:
      'Sie haben keine persönlichen Tokens. Legen Sie unten eines an und kopieren Sie es in das Werkzeug, das es braucht.',
    create: 'Token anlegen',
    created: (day) => richText`Angelegt am ${day}`,
    may: (scopes) => (scopes === 1 ? 'Darf eine Sache' : `Darf ${scopes} Dinge`),
    mayAll: 'Darf alles, was Sie dürfen',
    name: 'Name',
    nameHint: 'Wofür es ist, zum Beispiel „Folien auf dem Laptop“.',
    all: 'Alles, was Sie dürfen, jetzt und später.',
    days: 'Endet nach wie vielen Tagen (1 bis 365)',
    rename: 'Umbenennen',
    rotate: 'Geheimnis erneuern',
    rotateHint:
      'Das Token bekommt ein neues Geheimnis. Das jetzige gilt noch eine Weile, damit Sie es überall austauschen können. Mit „gar nicht mehr“ enden auch frühere, die noch gelten.',
    overlap: 'Das jetzige Geheimnis gilt noch',
    overlaps: { 0: 'gar nicht mehr', 600: '10 Minuten', 3600: 'eine Stunde', 86400: 'einen Tag' },
    revoke: 'Widerrufen',
    revokeHint:
      'Was dieses Token benutzt, verliert sofort den Zugang. Ihre Lives und alles andere bleiben. Das lässt sich nicht rückgängig machen.',
    revokeNow: 'Dieses Token widerrufen',
    secretTitle: { created: 'Ihr neues Token', rotated: 'Das neue Geheimnis Ihres Tokens' },
    secretLead: 'Kopieren Sie es jetzt. Es wird nur dieses eine Mal gezeigt, und niemand kann es später nachsehen.',
    secretLabel: 'Geheimnis des Tokens',
    secretUse: 'Werkzeuge senden es im Header „Authorization: Bearer …“. Bewahren Sie es auf wie ein Passwort.',
    kept: 'Ich habe es kopiert',
    daysProblem: 'Geben Sie eine ganze Zahl von Tagen ein, 1 bis 365.',
    scopesProblem: 'Wählen Sie mindestens eines aus, was das Token darf.',
    bothProblem:
      'Die Kreuze unten passen nicht zur Auswahl oben. Wählen Sie „Eigene Auswahl“, um nur das Angekreuzte zu geben.',
    seenProblem:
      'Es wurde nichts angelegt: Ihre Liste hat sich inzwischen geändert. Wenn Sie die Seite neu geladen haben, steht Ihr Token oben in der Liste.',
    quotaProblem: (most) =>
      `Es wurde nichts angelegt: Sie haben ${most} Tokens, mehr sind nicht erlaubt. Widerrufen Sie zuerst eines.`,
    done: {
      renamed: 'Das Token hat seinen neuen Namen.',
      revoked: 'Das Token ist beendet.',
      seen: 'Es wurde nichts ein zweites Mal erneuert. Wenn Sie das neue Geheimnis nicht kopiert haben, erneuern Sie es noch einmal.',
      full: 'Es wurde nichts erneuert: Von diesem Token gelten noch so viele frühere Geheimnisse, dass kein weiteres Platz hat. Warten Sie, bis eines endet, oder wählen Sie „gar nicht mehr“: Dann enden alle.',
    },
  },
  outputs: {
    lead: 'Diese Ausgaben bestehen weiter. Wer sie angelegt hat, kennt vielleicht noch ihre Adressen: Geben Sie jeder eine neue.',
  },
  service: {
    title: 'Dienst-Tokens',
    lead: 'Mit einem Dienst-Token handelt ein Gerät oder Programm für die Organisation, auch wenn die Person, die es angelegt hat, nicht mehr dabei ist. Geben Sie jedem Gerät ein eigenes.',
    empty:
      'Es gibt keine Dienst-Tokens. Legen Sie eines für ein Gerät oder Programm an, das für die Organisation arbeitet.',
    all: 'Alles, was Ihre Rolle einem Programm geben kann.',
    ownLead:
      'Das sind die Terminals, die Sie mit dieser Organisation verbunden haben. Sie dürfen, was Ihre Rolle erlaubt.',
    ownEmpty: 'Sie haben kein Terminal mit dieser Organisation verbunden.',
    connectTitle: 'Terminal verbinden',
    connect: 'Führen Sie dort diesen Befehl aus',
    loginOf: (name, role) =>
      `Terminal von ${name} (${role}). Es darf, was die Rolle dieser Person erlaubt, und endet mit ihrer Mitgliedschaft.`,
    above:
      'Es darf mehr, als Ihre Rolle erlaubt; deshalb können Sie es nicht beenden. Inhaber und Verwalter können es.',
    revokeHint:
      'Was dieses Token benutzt, verliert sofort den Zugang. Lives und Präsentationen bleiben. Das lässt sich nicht rückgängig machen.',
    daysHint: 'Leer: ohne Ende, bis es jemand widerruft.',
    secretTitle: 'Das neue Dienst-Token',
  },
};
