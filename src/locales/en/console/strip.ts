export const strip = {
  overtaken: (by: string, shown: string) =>
    `${by} changed this: ${shown} is shown. Enter does yours, Esc keeps theirs.`,
  asks: (label: string) => `Service lock: ${label}? Enter does it, Esc keeps what is shown.`,
  notSent: (label: string) => `Not sent: ${label}. There is no connection to the server.`,
  unknown: (label: string) => `The connection broke. Look at what is shown: ${label} may be done or not.`,
  changed: (by: string, shown: string) => `Connected again. Meanwhile ${by} changed what is shown: ${shown}.`,
  somebody: 'Somebody',
  nothing: 'nothing',
};
