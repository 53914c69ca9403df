import { createDataDirectory } from './database.ts';
import { createTestPlace, openTestLectern, type TestEngine, type TestLectern } from './lectern.ts';

/** Whole servers in this process over one database, with one key file. On SQLite there is only one. */
export interface TestNodes extends AsyncDisposable {
  /** Closing one leaves the others and the database alone. */
  readonly nodes: TestLectern[];
  /** Stops those that still run, and drops the database. */
  close(): Promise<void>;
}

/**
 * `settings` are environment variables that all of them get; each has a free port and, on PostgreSQL, a data folder of
 * its own.
 */
export async function startTestNodes(
  count: number,
  settings: Record<string, string> = {},
  engine: TestEngine = 'postgres',
): Promise<TestNodes> {
  const { env, dispose } = await createTestPlace(engine, settings);
  const nodes: TestLectern[] = [];
  const running = new Set<number>();
  const startNode = async (index: number): Promise<void> => {
    nodes[index] = await openTestLectern({
      engine,
      env: engine === 'postgres' ? { ...env, LECTERN_DATA_DIR: createDataDirectory() } : env,
      dispose: async () => {
        running.delete(index);
      },
    });
    running.add(index);
  };
  const close = async () => {
    await Promise.all([...running].map((index) => nodes[index]!.close()));
    await dispose();
  };

  // All at once, as machines start after a power cut: each of them brings the schema up to date.
  const started = await Promise.allSettled(Array.from({ length: count }, (_, index) => startNode(index)));
  const failed = started.find(({ status }) => status === 'rejected');
  if (failed?.status === 'rejected') {
    await close();
    throw failed.reason;
  }
  return { nodes, close, [Symbol.asyncDispose]: close };
}
