import type { AppsStrings } from '../en/apps.ts';
import { richText } from '../rich-text.ts';

export const apps: AppsStrings = {
  title: 'Verbundene Apps',
  lead: 'Diese Apps dürfen Ihr Konto nutzen. Jede Verbindung läuft von selbst ab; Sie können sie auch früher trennen.',
  empty:
    'Mit Ihrem Konto ist keine App verbunden. Beginnen Sie in der App: Sie schickt Sie hierher, und Sie sehen, worum sie bittet, und entscheiden.',
  connected: (moment) => richText`Verbunden am ${moment}`,
  may: 'Sie darf:',
  end: 'Trennen',
  endHint: (name) =>
    `${name} verliert sofort den Zugriff. Was die App in Ihrem Konto erstellt hat, bleibt. Um sie wieder zu verbinden, beginnen Sie in der App.`,
  endNow: 'Diese App trennen',
  done: { ended: 'Die App wurde getrennt.' },
};
