/**
 * Takes the write lock of the SQLite database given as an argument, reports it, and holds it until its standard input
 * ends.
 */
import { DatabaseSync } from 'node:sqlite';

const database = new DatabaseSync(process.argv[2]!, { timeout: 5_000 });
database.exec('BEGIN EXCLUSIVE');
process.stdout.write('locked\n');
process.stdin.resume().once('end', () => {
  database.exec('ROLLBACK');
  database.close();
});
