/** Goes on at once where nothing has to be waited for: what is known in memory is answered without a detour. */
export function afterwards<Value, Result>(
  value: Value | Promise<Value>,
  next: (value: Value) => Result,
): Result | Promise<Awaited<Result>> {
  return value instanceof Promise ? (value.then(next) as Promise<Awaited<Result>>) : next(value);
}

type Settled<Values extends readonly unknown[]> = { -readonly [Key in keyof Values]: Awaited<Values[Key]> };

/** All of them, waited for side by side; at once where none has to be waited for. */
export function together<const Values extends readonly unknown[]>(
  values: Values,
): Settled<Values> | Promise<Settled<Values>> {
  return values.some((value) => value instanceof Promise)
    ? (Promise.all(values) as Promise<Settled<Values>>)
    : (values as Settled<Values>);
}
