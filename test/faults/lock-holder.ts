/** Takes the write lock of the SQLite database named by its argument, says so, and holds it until its input ends. */
import { DatabaseSync } from 'node:sqlite';

const database = new DatabaseSync(process.argv[2]!, { timeout: 5_000 });
database.exec('BEGIN EXCLUSIVE');
process.stdout.write('locked\n');
process.stdin.resume().once('end', () => {
  database.exec('ROLLBACK');
  database.close();
});
