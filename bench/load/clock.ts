/**
 * Milliseconds of the system's clock that never goes back: the same in all threads, which `performance.now` is not, as
 * it begins with each thread.
 */
export const monotonicMilliseconds = () => Number(process.hrtime.bigint()) / 1e6;
