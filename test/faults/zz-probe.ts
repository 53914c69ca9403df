import { execFileSync } from 'node:child_process';
import { startPostgres } from '../../test/support/postgres.ts';
import { furnishOnPostgres, startReadyServer, statusOf } from '../../test/support/process.ts';
import { createOperator } from '../../test/support/operator.ts';
const postgres = await startPostgres();
const installation = await furnishOnPostgres(postgres.url);
const server = await startReadyServer({ env: installation.env });
const operator = createOperator(server.url, installation);
await operator.push('John 3:16');
const pids = execFileSync('ps', ['-o', 'pid=', '--ppid', String(postgres.pid)], { encoding: 'utf8' }).trim().split(/\s+/).map(Number).concat(postgres.pid);
for (const pid of pids) process.kill(pid, 'SIGSTOP');
const begun = Date.now();
for (const what of ['GET', 'readyz']) {
  const t = Date.now();
  const answer = await Promise.race([what === 'GET' ? operator.call('GET').then((a) => a.status) : statusOf(`${server.url}/readyz`), new Promise((r) => setTimeout(() => r('no answer in 25 s'), 25000))]);
  console.log(what, answer, Date.now() - t, 'ms');
}
for (const pid of pids) process.kill(pid, 'SIGCONT');
await new Promise((r) => setTimeout(r, 500));
console.log('after', (await operator.call('GET')).status, await statusOf(`${server.url}/readyz`));
console.log(await server.end());
await postgres.stop();
