import type { ViewerLanguage } from '../../src/contract/viewer.ts';

/** The few words the audience's page says itself. */
export interface ViewerStrings {
  backToNow: string;
  ended: string;
  interrupted: string;
  /** To who reads along while nothing is shown. */
  waiting: string;
  next: string;
  controls: string;
  smaller: string;
  larger: string;
  light: string;
  dark: string;
  fullScreen: string;
  leaveFullScreen: string;
}

export const VIEWER_STRINGS: Record<ViewerLanguage, ViewerStrings> = {
  en: {
    backToNow: 'Back to now',
    ended: 'This reading has ended.',
    interrupted: 'Connection interrupted',
    waiting: 'As soon as something is shown, it appears here.',
    next: 'Next',
    controls: 'Display',
    smaller: 'Smaller text',
    larger: 'Larger text',
    light: 'Light background',
    dark: 'Dark background',
    fullScreen: 'Full screen',
    leaveFullScreen: 'Leave full screen',
  },
  pt: {
    backToNow: 'Voltar ao ponto atual',
    ended: 'Esta leitura terminou.',
    interrupted: 'Conexão interrompida',
    waiting: 'Assim que algo for exibido, aparecerá aqui.',
    next: 'A seguir',
    controls: 'Exibição',
    smaller: 'Texto menor',
    larger: 'Texto maior',
    light: 'Fundo claro',
    dark: 'Fundo escuro',
    fullScreen: 'Tela cheia',
    leaveFullScreen: 'Sair da tela cheia',
  },
  de: {
    backToNow: 'Zur aktuellen Stelle',
    ended: 'Diese Lesung ist beendet.',
    interrupted: 'Verbindung unterbrochen',
    waiting: 'Sobald etwas gezeigt wird, erscheint es hier.',
    next: 'Als Nächstes',
    controls: 'Anzeige',
    smaller: 'Kleinere Schrift',
    larger: 'Größere Schrift',
    light: 'Heller Hintergrund',
    dark: 'Dunkler Hintergrund',
    fullScreen: 'Vollbild',
    leaveFullScreen: 'Vollbild verlassen',
  },
};
