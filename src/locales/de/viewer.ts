import type { OutputStrings } from '../../contract/output-page.ts';
import type { ViewerLocaleStrings } from '../en/viewer.ts';

export const viewer: ViewerLocaleStrings = {
  page: { title: 'Lesung', otherBrowser: 'Zum Mitlesen öffnen Sie diese Seite bitte in einem anderen Browser.' },
  /** Told with the page of an output. */
  output: {
    deleted: 'Diese Ausgabe wurde entfernt.',
    rotated: 'Diese Ausgabe hat eine neue Adresse.',
    replaced: 'Diese Ausgabe ist an anderer Stelle geöffnet.',
  } satisfies OutputStrings,
  /** Told with a picture of what is on air, in the console. */
  pictureReplaced: 'Dieses Bild ist an zu vielen Stellen geöffnet.',
  strings: {
    backToNow: 'Zur aktuellen Stelle',
    ended: 'Diese Lesung ist beendet.',
    interrupted: 'Verbindung unterbrochen',
    waiting: 'Sobald etwas gezeigt wird, erscheint es hier.',
    next: 'Als Nächstes',
    hidden: 'Ausgeblendet',
    controls: 'Anzeige',
    smaller: 'Kleinere Schrift',
    larger: 'Größere Schrift',
    light: 'Heller Hintergrund',
    dark: 'Dunkler Hintergrund',
    fullScreen: 'Vollbild',
    leaveFullScreen: 'Vollbild verlassen',
  },
};
