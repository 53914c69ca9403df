import type { TokensStrings } from '../en/tokens.ts';
import { richText } from '../rich-text.ts';

export const tokens: TokensStrings = {
  personal: {
    title: 'Persönliche Tokens',
    lead: 'Mit einem persönlichen Token handelt ein Skript oder Tool in Ihrem Namen. Erstellen Sie für jedes Tool ein eigenes, damit Sie eines widerrufen können, ohne die anderen zu beeinträchtigen.',
    empty:
      'Sie haben keine persönlichen Tokens. Erstellen Sie unten eines und kopieren Sie es in das Tool, das es braucht.',
    create: 'Token erstellen',
    created: (day) => richText`Erstellt am ${day}`,
    may: (scopes) => (scopes === 1 ? '1 Berechtigung' : `${scopes} Berechtigungen`),
    mayAll: 'Alle Ihre Berechtigungen',
    name: 'Name',
    nameHint: 'Wofür das Token ist, zum Beispiel „Folien auf dem Laptop“.',
    all: 'Alles, was Sie dürfen, jetzt und künftig.',
    days: 'Gültigkeit in Tagen (1 bis 365)',
    rename: 'Umbenennen',
    rotate: 'Geheimnis erneuern',
    rotateHint:
      'Das Token bekommt ein neues Geheimnis. Das aktuelle bleibt noch eine Weile gültig, damit Sie es überall austauschen können. Mit „gar nicht“ enden auch frühere Geheimnisse.',
    overlap: 'Das aktuelle Geheimnis bleibt gültig',
    overlaps: { 0: 'gar nicht', 600: '10 Minuten', 3600: 'eine Stunde', 86400: 'einen Tag' },
    revoke: 'Widerrufen',
    revokeHint:
      'Alles, was dieses Token verwendet, verliert sofort den Zugriff. Ihre Räume und anderen Daten bleiben. Das lässt sich nicht rückgängig machen.',
    revokeNow: 'Token widerrufen',
    secretTitle: { created: 'Ihr neues Token', rotated: 'Das neue Geheimnis Ihres Tokens' },
    secretLead: 'Kopieren Sie es jetzt. Es wird nur einmal angezeigt.',
    secretLabel: 'Geheimnis des Tokens',
    secretUse: 'Tools senden es im Header „Authorization: Bearer\u00a0…“. Behandeln Sie es wie ein Passwort.',
    kept: 'Ich habe es kopiert',
    daysProblem: 'Geben Sie eine ganze Zahl von 1 bis 365 ein.',
    scopesProblem: 'Wählen Sie mindestens eine Berechtigung.',
    bothProblem:
      'Die Kreuze unten passen nicht zur Auswahl oben. Wählen Sie „Eigene Auswahl“, um nur das Angekreuzte zu erlauben.',
    seenProblem:
      'Es wurde kein Token erstellt, weil sich die Liste Ihrer Tokens geändert hat. Wenn Sie die Seite neu geladen haben, steht Ihr Token oben in der Liste.',
    quotaProblem: (most) =>
      `Es wurde kein Token erstellt: Sie haben ${most} Tokens, mehr sind nicht möglich. Widerrufen Sie zuerst eines.`,
    done: {
      renamed: 'Das Token wurde umbenannt.',
      revoked: 'Das Token wurde widerrufen.',
      seen: 'Das Geheimnis wurde nicht ein zweites Mal erneuert. Wenn Sie das neue nicht kopiert haben, erneuern Sie es noch einmal.',
      full: 'Das Geheimnis wurde nicht erneuert: Zu viele frühere Geheimnisse dieses Tokens sind noch gültig. Warten Sie, bis eines abläuft, oder wählen Sie „gar nicht“, um alle zu beenden.',
    },
  },
  outputs: {
    lead: 'Diese Ausgaben funktionieren weiter. Wer sie erstellt hat, kennt vielleicht noch ihre Adressen: Geben Sie jeder eine neue Adresse.',
  },
  service: {
    title: 'Dienst-Tokens',
    lead: 'Mit einem Dienst-Token handelt ein Gerät oder Programm für die Organisation, auch wenn die Person, die es erstellt hat, nicht mehr dabei ist. Erstellen Sie für jedes Gerät ein eigenes.',
    empty:
      'Noch keine Dienst-Tokens. Erstellen Sie eines für ein Gerät oder Programm, das für die Organisation handelt.',
    all: 'Alles, was Ihre Rolle einem Programm erlauben kann.',
    ownLead: 'Diese Terminals haben Sie mit der Organisation verbunden. Sie dürfen, was Ihre Rolle erlaubt.',
    ownEmpty: 'Sie haben kein Terminal mit dieser Organisation verbunden.',
    connectTitle: 'Terminal verbinden',
    connect: 'Führen Sie diesen Befehl im Terminal aus',
    loginOf: (name, role) =>
      `Terminal von ${name} (${role}). Es darf, was die Rolle dieses Mitglieds erlaubt, und endet mit der Mitgliedschaft.`,
    above:
      'Es darf mehr, als Ihre Rolle erlaubt, deshalb können Sie es nicht widerrufen. Inhaber und Administratoren können es.',
    revokeHint:
      'Alles, was dieses Token verwendet, verliert sofort den Zugriff. Räume, Lieder und Folien bleiben. Das lässt sich nicht rückgängig machen.',
    daysHint: 'Lassen Sie das Feld leer, wenn das Token nicht ablaufen soll.',
    secretTitle: 'Ihr neues Dienst-Token',
  },
};
