import pg from 'pg';

// Counts come as int8; they fit a number.
pg.types.setTypeParser(pg.types.builtins.INT8, Number);

/** The driver, as all of us use it. To be imported where PostgreSQL is used, and not before: few installations need it. */
export { pg };
