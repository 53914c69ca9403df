export const pauseAll = {
  hidden: (count: number): string => (count === 1 ? '1 room was hidden.' : `${count} rooms were hidden.`),
  failed: (names: string) => `These could not be hidden: ${names}.`,
};
