/**
 * Test files that share a process: a process with a loaded, warm server runs far more tests in the same time. Hooks of
 * these files are inside their suites.
 */
export const SHARED = ['test/{conformance,console,editions,oauth,songs,storage,unit}/**/*.test.ts'] as const;

/** Test files that share a browser and the audience in front of it (viewer-pages.ts), and so a process of their own. */
export const VIEWER = ['test/browser/viewer/*.test.ts'] as const;

/** Test files of the console, which share a browser and a process. */
export const CONSOLE = ['test/browser/console/*.test.ts'] as const;

/** Test files of the workspace and the administrators' pages, which share a browser and a process. */
export const WORKSPACE = ['test/browser/workspace/*.test.ts'] as const;

/** Test files of the other pages, which share a browser and a process. */
export const BROWSER = ['test/browser/*.test.ts'] as const;

/** Test files of commands, faults and clients: most of them start processes of their own. */
export const PROCESSES = ['test/{cli,clients,faults,model,repository,support}/**/*.test.ts'] as const;

/** The shared files that `npm run test:quick` runs, on SQLite alone. */
export const QUICK = ['test/{conformance,console,unit}/**/*.test.ts'] as const;

/** Tests and suites that need PostgreSQL say so in their titles. */
export const POSTGRES_TITLES = '/postgres|nodes/i';
