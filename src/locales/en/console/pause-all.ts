export const pauseAll = {
  hidden: (count: number): string => (count === 1 ? '1 Live was hidden.' : `${count} Lives were hidden.`),
  failed: (names: string) => `These could not be hidden: ${names}.`,
};
