export const links = {
  hint: 'A link works for one room, without an account, and expires. A person with a phone steps and hides, buttons send commands, and programs such as vMix read what is shown.',
  kind: 'For',
  kinds: {
    remote: 'a person with a phone',
    control: 'buttons and scripts',
    data: 'programs that only read',
  },
  name: 'Name',
  defaultNames: { remote: 'Speaker', control: 'Stream Deck', data: 'vMix' },
  lasts: 'Duration',
  endOfSunday: 'until the end of Sunday',
  hours: (count: number): string => (count === 1 ? '1 hour' : `${count} hours`),
  days: (count: number): string => (count === 1 ? '1 day' : `${count} days`),
  create: 'Create link',
  none: 'No link yet.',
  listed: { remote: 'remote', control: 'buttons', data: 'only reads' },
  madeBy: (name: string) => `by ${name}`,
  until: (time: string) => `until ${time}`,
  open: (count: number): string => (count === 1 ? 'open on 1 device' : `open on ${count} devices`),
  used: (time: string) => `last used ${time}`,
  end: 'End',
  examples: {
    once: 'Copy what you need now. The key is not shown again.',
    header: 'With the key in a header',
    headerHint:
      'Send a POST request to the address, with the header. In place of next, send previous, show, hide, toggle, undo, return, go (the next entry of the plan), entry/3 or passage?q=John+3:16.',
    address: 'Address',
    streamDeck: 'Header, for example for a web request of Stream Deck',
    companion: 'Header in Companion (Generic: HTTP Requests, POST)',
    homeAssistant: 'Home Assistant (configuration.yaml)',
    shell: 'Shell',
    inAddress: 'With the key in the address',
    inAddressHint:
      'For programs that can set no header. The key is then in histories, in logs of proxies and on screenshots, and whoever has the address can use it.',
    read: 'Read what is shown',
    readHint: 'For vMix (a data source), OBS scripts and others. While nothing is shown, the fields are empty.',
  },
};

export type LinksStrings = typeof links;
