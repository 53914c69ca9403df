export const strip = {
  overtaken: (by: string, shown: string, seconds: number) =>
    `${by} changed this ${seconds} s ago: ${shown} is on air. Do yours all the same?`,
  asks: (label: string) => `Service lock: ${label}?`,
  notSent: (label: string) => `Not sent: ${label}. There is no connection to the server.`,
  unknown: (label: string) => `The connection broke. Look at what is shown: ${label} may be done or not.`,
  changed: (by: string, shown: string) => `Connected again. Meanwhile ${by} changed what is shown: ${shown}.`,
  somebody: 'Somebody',
  nothing: 'nothing',
  keep: 'Keep it as it is',
  close: 'Close',
  watching: 'You can watch this Live. To change it, you need the role of an operator.',
};
