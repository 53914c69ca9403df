/**
 * Goes on at once where nothing has to be waited for: what is known in memory is answered without a detour. What `next` needs
 * beside the value can be given along: then the way of every request makes no function for it.
 */
export function afterwards<Value, Result, One = undefined, Two = undefined>(
  value: Value | Promise<Value>,
  next: (value: Value, one: One, two: Two) => Result,
  one?: One,
  two?: Two,
): Result | Promise<Awaited<Result>> {
  return value instanceof Promise ? wait(value, next, one as One, two as Two) : next(value, one as One, two as Two);
}

const wait = <Value, Result, One, Two>(
  value: Promise<Value>,
  next: (value: Value, one: One, two: Two) => Result,
  one: One,
  two: Two,
) => value.then((settled) => next(settled, one, two)) as Promise<Awaited<Result>>;

type Settled<Values extends readonly unknown[]> = { -readonly [Key in keyof Values]: Awaited<Values[Key]> };

/** All of them, waited for side by side; at once where none has to be waited for. */
export function together<const Values extends readonly unknown[]>(
  values: Values,
): Settled<Values> | Promise<Settled<Values>> {
  return values.some((value) => value instanceof Promise)
    ? (Promise.all(values) as Promise<Settled<Values>>)
    : (values as Settled<Values>);
}
