import type { Static, TSchema } from 'typebox';

/** Returns the value if it matches the schema, otherwise null. Loads the schema compiler on first use. */
export async function parseAs<Schema extends TSchema>(schema: Schema, value: unknown): Promise<Static<Schema> | null> {
  const { Compile } = await import('typebox/schema');
  return Compile(schema).Check(value) ? (value as Static<Schema>) : null;
}
