import type { ViewerLanguage } from '../../src/contract/viewer.ts';

/** The few words the audience's page says itself. */
export interface ViewerStrings {
  backToNow: string;
  ended: string;
  interrupted: string;
  next: string;
}

export const VIEWER_STRINGS: Record<ViewerLanguage, ViewerStrings> = {
  en: {
    backToNow: 'Back to now',
    ended: 'This reading has ended.',
    interrupted: 'Connection interrupted',
    next: 'Next',
  },
  pt: {
    backToNow: 'Voltar ao ponto atual',
    ended: 'Esta leitura terminou.',
    interrupted: 'Conexão interrompida',
    next: 'A seguir',
  },
  de: {
    backToNow: 'Zur aktuellen Stelle',
    ended: 'Diese Lesung ist beendet.',
    interrupted: 'Verbindung unterbrochen',
    next: 'Als Nächstes',
  },
};
