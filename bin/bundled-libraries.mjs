/** Entries of libraries, as they are imported, of which the build makes a few files: dist/libraries. */
export const BUNDLED_LIBRARIES = ['kysely', 'kysely/migration', 'typebox', 'typebox/schema'];
