import type { AppsStrings } from '../en/apps.ts';
import { richText } from '../rich-text.ts';

export const apps: AppsStrings = {
  title: 'Verbundene Apps',
  lead: 'Diesen Apps haben Sie Ihr Konto geöffnet. Jede Verbindung endet von selbst, und Sie können sie vorher trennen.',
  empty:
    'Mit Ihrem Konto ist keine App verbunden. Beginnen Sie in der App: Sie bringt Sie hierher, zeigt, was sie tun möchte, und fragt Sie zuerst.',
  connected: (moment) => richText`Verbunden am ${moment}`,
  may: 'Sie darf:',
  end: 'Trennen',
  endHint: (name) =>
    `${name} verliert sofort den Zugang. Was die App in Ihrem Konto angelegt hat, bleibt. Um sie wieder zu verbinden, beginnen Sie in der App.`,
  endNow: 'Diese App trennen',
  done: { ended: 'Die App hat keinen Zugang mehr.' },
};
