export const status = {
  live: 'Live',
  hidden: 'Hidden',
  stopped: 'Stopped',
  offline: 'No connection',
  checking: 'Connecting',
  viewers: (count: number): string => (count === 1 ? '1 viewer' : `${count} viewers`),
  seconds: (count: number) => `for ${count} s`,
};
