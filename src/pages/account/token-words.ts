import { html, type SafeHtml } from '../toolkit/html.ts';
import type { Words } from '../toolkit/page-language.ts';

interface TokenWords {
  title: string;
  lead: string;
  empty: string;
  create: string;
  created: (day: SafeHtml) => SafeHtml;
  may: (scopes: number) => string;
  mayAll: string;
  name: string;
  nameHint: string;
  all: string;
  days: string;
  rename: string;
  rotate: string;
  rotateHint: string;
  overlap: string;
  overlaps: Readonly<Record<0 | 600 | 3_600 | 86_400, string>>;
  revoke: string;
  revokeHint: string;
  revokeNow: string;
  secretTitle: { created: string; rotated: string };
  secretLead: string;
  secretLabel: string;
  secretUse: string;
  kept: string;
  daysProblem: string;
  scopesProblem: string;
  bothProblem: string;
  seenProblem: string;
  quotaProblem: (most: number) => string;
  done: { renamed: string; revoked: string; seen: string; full: string };
}

export const TOKEN_WORDS: Words<TokenWords> = {
  en: {
    title: 'Personal tokens',
    lead: 'A personal token lets a script or a tool act for you. Give each tool a token of its own, so that you can end one without the others.',
    empty: 'You have no personal tokens. Create one below, and copy it into the tool that needs it.',
    create: 'Create a token',
    created: (day) => html`Created on ${day}`,
    may: (scopes) => (scopes === 1 ? 'May do one thing' : `May do ${scopes} things`),
    mayAll: 'May do everything that you may',
    name: 'Name',
    nameHint: 'What it is for, such as "Slides on the laptop".',
    all: 'All that you may, now and later.',
    days: 'Ends after how many days (1 to 365)',
    rename: 'Rename',
    rotate: 'Renew the secret',
    rotateHint:
      'The token gets a new secret. The present one works on for a while, so that you can change it where it is used. With “not at all”, earlier ones that still work end too.',
    overlap: 'The present secret works on for',
    overlaps: { 0: 'not at all', 600: '10 minutes', 3600: 'one hour', 86400: 'one day' },
    revoke: 'Revoke',
    revokeHint:
      'Whatever uses this token loses its access at once. Your Lives and everything else stay. This cannot be undone.',
    revokeNow: 'Revoke this token',
    secretTitle: { created: 'Your new token', rotated: 'The new secret of your token' },
    secretLead: 'Copy it now. It is shown only this once, and nobody can look it up later.',
    secretLabel: 'Secret of the token',
    secretUse: 'Tools send it in the header "Authorization: Bearer …". Keep it like a password.',
    kept: 'I have copied it',
    daysProblem: 'Enter a whole number of days from 1 to 365.',
    scopesProblem: 'Choose at least one thing that the token may do.',
    bothProblem: 'The boxes below differ from the choice above. Choose “Custom” to give only what is checked.',
    seenProblem:
      'Nothing was created: meanwhile your list of tokens has changed. If you loaded the page again, your token is in the list above.',
    quotaProblem: (most) => `Nothing was created: you have ${most} tokens, and more are not allowed. Revoke one first.`,
    done: {
      renamed: 'The token has its new name.',
      revoked: 'The token has ended.',
      seen: 'Nothing was renewed a second time. If you have not copied the new secret, renew it once more.',
      full: 'Nothing was renewed: so many earlier secrets of this token still work that no more can. Wait until one of them has ended, or choose “not at all”, which ends them all.',
    },
  },
  pt: {
    title: 'Tokens pessoais',
    lead: 'Com um token pessoal, um script ou uma ferramenta age em seu nome. Dê a cada ferramenta um token próprio: assim você encerra um sem afetar os outros.',
    empty: 'Você não tem tokens pessoais. Crie um abaixo e copie-o para a ferramenta que precisa dele.',
    create: 'Criar um token',
    created: (day) => html`Criado em ${day}`,
    may: (scopes) => (scopes === 1 ? 'Pode fazer uma coisa' : `Pode fazer ${scopes} coisas`),
    mayAll: 'Pode fazer tudo o que você pode',
    name: 'Nome',
    nameHint: 'Para que serve, por exemplo "Slides no notebook".',
    all: 'Tudo o que você pode, agora e depois.',
    days: 'Termina depois de quantos dias (1 a 365)',
    rename: 'Renomear',
    rotate: 'Renovar o segredo',
    rotateHint:
      'O token recebe um segredo novo. O atual continua valendo por um tempo, para você trocá-lo onde é usado. Com “nem um minuto”, os anteriores que ainda valem também terminam.',
    overlap: 'O segredo atual continua valendo por',
    overlaps: { 0: 'nem um minuto', 600: '10 minutos', 3600: 'uma hora', 86400: 'um dia' },
    revoke: 'Revogar',
    revokeHint:
      'Tudo o que usa este token perde o acesso na hora. As suas Lives e todo o resto ficam. Não dá para desfazer.',
    revokeNow: 'Revogar este token',
    secretTitle: { created: 'O seu novo token', rotated: 'O novo segredo do seu token' },
    secretLead: 'Copie-o agora. Ele só aparece esta vez, e ninguém poderá consultá-lo depois.',
    secretLabel: 'Segredo do token',
    secretUse: 'As ferramentas o enviam no cabeçalho "Authorization: Bearer …". Guarde-o como uma senha.',
    kept: 'Já copiei',
    daysProblem: 'Digite um número inteiro de dias, de 1 a 365.',
    scopesProblem: 'Escolha pelo menos uma coisa que o token pode fazer.',
    bothProblem:
      'O que está marcado abaixo difere da escolha acima. Escolha “Personalizado” para dar só o que está marcado.',
    seenProblem:
      'Nada foi criado: a sua lista de tokens mudou nesse meio-tempo. Se você recarregou a página, o seu token está na lista acima.',
    quotaProblem: (most) => `Nada foi criado: você tem ${most} tokens, e não são permitidos mais. Revogue um primeiro.`,
    done: {
      renamed: 'O token tem o novo nome.',
      revoked: 'O token foi encerrado.',
      seen: 'Nada foi renovado pela segunda vez. Se você não copiou o novo segredo, renove-o mais uma vez.',
      full: 'Nada foi renovado: tantos segredos anteriores deste token ainda valem que não cabe mais nenhum. Espere até que um deles termine ou escolha “nem um minuto”, que encerra todos.',
    },
  },
  de: {
    title: 'Persönliche Tokens',
    lead: 'Mit einem persönlichen Token handelt ein Skript oder ein Werkzeug in Ihrem Namen. Geben Sie jedem Werkzeug ein eigenes: Dann können Sie eines beenden, ohne die anderen zu stören.',
    empty:
      'Sie haben keine persönlichen Tokens. Legen Sie unten eines an und kopieren Sie es in das Werkzeug, das es braucht.',
    create: 'Token anlegen',
    created: (day) => html`Angelegt am ${day}`,
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
};
