/** Encodings of a database that can hold every character; SQL_ASCII takes bytes as they come. */
export const POSTGRES_ENCODINGS: readonly string[] = ['UTF8', 'SQL_ASCII'];
