/**
 * Goes on at once where nothing has to be waited for: what is known in memory is answered without a detour. What `next` needs
 * beside the value, up to two things, can be given along: then a request makes no function for it.
 */
export function afterwards<Value, Result, Along extends [one?: unknown, two?: unknown]>(
  value: Value | Promise<Value>,
  next: (value: Value, ...along: Along) => Result,
  ...along: Along
): Result | Promise<Awaited<Result>>;
export function afterwards<Value, Result>(
  value: Value | Promise<Value>,
  next: (value: Value, one?: unknown, two?: unknown) => Result,
  one?: unknown,
  two?: unknown,
): Result | Promise<Awaited<Result>> {
  return value instanceof Promise ? wait(value, next, one, two) : next(value, one, two);
}

const wait = <Value, Result>(
  value: Promise<Value>,
  next: (value: Value, one?: unknown, two?: unknown) => Result,
  one: unknown,
  two: unknown,
) => value.then((settled) => next(settled, one, two)) as Promise<Awaited<Result>>;
