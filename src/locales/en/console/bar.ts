export const bar = {
  label: 'Reference, words or command',
  placeholder: 'Type a reference, such as jn 3 16',
  readings: {
    none: 'Cannot read this',
    several: 'Several are meant',
    one: 'Clear',
    missing: 'No such verse',
    wait: 'Reading',
  },
  candidates: 'Candidates',
};
