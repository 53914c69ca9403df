import { html } from '../pages/toolkit/html.ts';
import type { Words } from '../pages/toolkit/page-language.ts';
import { personFrame } from '../pages/toolkit/person-frame.ts';
import type { Visit } from '../pages/toolkit/visits.ts';

/** Why an authorization ends here, with its person, instead of at the client. [D41] */
export type RefusalReason = 'client' | 'redirect_uri' | 'state' | 'request' | 'decision';

/** Says it to the person, and in one line to whoever makes the app; nothing of what came is repeated. */
export function refusalPage(visit: Visit, reason: RefusalReason): string {
  const words = WORDS[visit.language];
  return personFrame(
    { title: words.title, visit },
    html`<p class="eyebrow">400</p>
<h1>${words.title}</h1>
<p>${words.reasons[reason]}</p>
<p>${words.advice}</p>
<p class="hint">${words.makers} <span lang="en">${FOR_MAKERS[reason]}</span></p>`,
  );
}

const FOR_MAKERS: Readonly<Record<RefusalReason, string>> = {
  client: 'client_id must be given once and name a client that is registered and enabled.',
  redirect_uri: 'redirect_uri must be given once and be, character for character, one that the client has registered.',
  state: 'state must be given once, 16 to 512 bytes long, in UTF-8.',
  request: 'request must come alone, within five minutes, from the browser and the session that it belongs to.',
  decision: 'decision must be allow or deny.',
};

interface RefusalWords {
  title: string;
  reasons: Readonly<Record<RefusalReason, string>>;
  advice: string;
  makers: string;
}

const WORDS: Words<RefusalWords> = {
  en: {
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
  pt: {
    title: 'Não é possível conectar este aplicativo',
    reasons: {
      client: 'O aplicativo que trouxe você até aqui não está registrado neste servidor ou foi desativado.',
      redirect_uri: 'O aplicativo quer receber a resposta em um endereço com o qual não está registrado.',
      state: 'O aplicativo deixou de enviar algo que protege você, ou enviou de um jeito que não pode ser usado.',
      request: 'Este pedido acabou: já foi respondido, os cinco minutos se passaram ou ele começou em outro lugar.',
      decision: 'Não foi possível ler a sua resposta.',
    },
    advice: 'Nada foi compartilhado. Volte ao aplicativo e comece de novo.',
    makers: 'Para quem faz o aplicativo:',
  },
  de: {
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
