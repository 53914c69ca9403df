import type { OutputStrings } from '../../contract/output-page.ts';
import type { ViewerLocaleStrings } from '../en/viewer.ts';

export const viewer: ViewerLocaleStrings = {
  page: { title: 'Lesung', otherBrowser: 'Zum Mitlesen öffnen Sie diese Seite bitte in einem anderen Browser.' },
  output: {
    deleted: 'Diese Ausgabe wurde entfernt.',
    rotated: 'Diese Ausgabe hat eine neue Adresse.',
    replaced: 'Diese Ausgabe ist an anderer Stelle geöffnet.',
  } satisfies OutputStrings,
  pictureReplaced: 'Dieses Bild ist an zu vielen Stellen geöffnet.',
  strings: {
    backToNow: 'Zur aktuellen Stelle',
    ended: 'Diese Lesung ist beendet.',
    interrupted: 'Verbindung unterbrochen',
    waiting: 'Der Text erscheint hier, sobald er gezeigt wird.',
    next: 'Danach',
    hidden: 'Ausgeblendet',
    over: '# Min. über der Zeit',
    chords: 'Akkorde',
    chordsLower: 'Akkorde einen Halbton tiefer',
    chordsHigher: 'Akkorde einen Halbton höher',
    controls: 'Anzeige',
    smaller: 'Kleinere Schrift',
    larger: 'Größere Schrift',
    light: 'Heller Hintergrund',
    dark: 'Dunkler Hintergrund',
    fullScreen: 'Vollbild',
    leaveFullScreen: 'Vollbild verlassen',
  },
};
