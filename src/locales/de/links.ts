import type { LinksStrings } from '../en/links.ts';

export const links: LinksStrings = {
  hint: 'Ein Link gilt für einen Raum, ohne Konto, und läuft ab. Eine Person mit Handy blättert und blendet aus, Tasten senden Befehle, und Programme wie vMix lesen, was gezeigt wird.',
  kind: 'Für',
  kinds: {
    remote: 'Person mit Handy',
    control: 'Tasten und Skripte',
    data: 'Programme, die nur lesen',
  },
  name: 'Name',
  defaultNames: { remote: 'Predigt', control: 'Stream Deck', data: 'vMix' },
  lasts: 'Gültigkeit',
  endOfSunday: 'bis Ende Sonntag',
  hours: (count) => (count === 1 ? '1 Stunde' : `${count} Stunden`),
  days: (count) => (count === 1 ? '1 Tag' : `${count} Tage`),
  create: 'Link erstellen',
  none: 'Noch kein Link.',
  listed: { remote: 'Fernbedienung', control: 'Tasten', data: 'liest nur' },
  madeBy: (name) => `von ${name}`,
  until: (time) => `bis ${time}`,
  open: (count) => (count === 1 ? 'auf 1 Gerät geöffnet' : `auf ${count} Geräten geöffnet`),
  used: (time) => `zuletzt verwendet: ${time}`,
  end: 'Beenden',
  examples: {
    once: 'Kopieren Sie jetzt, was Sie brauchen. Der Schlüssel wird nicht noch einmal gezeigt.',
    header: 'Mit dem Schlüssel in einer Kopfzeile',
    headerHint:
      'Senden Sie eine POST-Anfrage mit der Kopfzeile an die Adresse. Statt next können Sie previous, show, hide, toggle, undo, return, go (der nächste Eintrag des Ablaufs), entry/3 oder passage?q=Joh+3,16 senden.',
    address: 'Adresse',
    streamDeck: 'Kopfzeile, zum Beispiel für eine Web-Anfrage von Stream Deck',
    companion: 'Kopfzeile in Companion (Generic: HTTP Requests, POST)',
    homeAssistant: 'Home Assistant (configuration.yaml)',
    shell: 'Shell',
    inAddress: 'Mit dem Schlüssel in der Adresse',
    inAddressHint:
      'Für Programme, die keine Kopfzeile setzen können. Der Schlüssel steht dann in Verläufen, in Protokollen von Proxys und auf Bildschirmfotos, und wer die Adresse hat, kann sie verwenden.',
    read: 'Lesen, was gezeigt wird',
    readHint: 'Für vMix (als Datenquelle), OBS-Skripte und andere. Solange nichts gezeigt wird, sind die Felder leer.',
  },
};
