export const strip = {
  overtaken: (by: string, shown: string, seconds: number) =>
    `${by} changed this ${seconds} s ago: ${shown} is on air. Continue anyway?`,
  undoes: (by: string, shown: string, seconds: number) =>
    `This reverts what ${by} did ${seconds} s ago: ${shown}. Undo it?`,
  asks: (label: string) => `Service lock: ${label}?`,
  notSent: (label: string) => `Not sent: ${label}. No connection to the server.`,
  unknown: (label: string) => `Connection lost. Check what is shown: ${label} may not have been done.`,
  changed: (by: string, shown: string) => `Connected again. Meanwhile ${by} changed what is shown: ${shown}.`,
  somebody: 'Someone',
  nothing: 'nothing',
  keep: 'Keep as is',
  close: 'Close',
  kept: (text: string) => `“${text}” was not shown.`,
  watching: 'You can view this Live. To change it, you need the operator role.',
};
