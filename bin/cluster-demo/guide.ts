import { styleText } from 'node:util';
import type { ClusterNode } from './node-process.ts';

interface Demo {
  readonly nodes: readonly ClusterNode[];
  readonly postgres: { readonly url: string; readonly pid: number };
  readonly liveId: string;
  readonly token: string;
}

/** Prints what runs where, and commands for a POSIX shell that show that the nodes are one installation. */
export function printGuide(
  { nodes, postgres, liveId, token }: Demo,
  write = (line: string) => console.log(line),
): void {
  const bold = (text: string) => styleText('bold', text);
  const [first, second] = nodes as [ClusterNode, ClusterNode];
  const live = (node: ClusterNode) => `${node.url}/v1/lives/${liveId}`;
  const curl = 'curl -sS -H "$AUTH"';

  write('');
  write(`${bold('Three nodes of Lectern')} share one PostgreSQL. All data is deleted when they stop.`);
  write('');
  for (const node of nodes) {
    write(`  ${node.name}      ${bold(node.url)}   audience ${node.url}/l/${liveId}   process ${node.pid}`);
  }
  write(`  PostgreSQL  ${postgres.url}   process ${postgres.pid}`);
  write('');
  write('In two terminals (the token expires with the demo):');
  write('');
  write(`  AUTH='Authorization: Bearer ${token}'`);
  write('');
  write('In one of them, read the current state from node 2, and then wait for the next change (25 seconds at most):');
  write('');
  write(`  EVENT=$(${curl} ${live(second)}/events); printf '%s\\n' "$EVENT"`);
  write(`  CURSOR=$(printf '%s' "$EVENT" | sed 's/.*"cursor":"\\([^"]*\\)".*/\\1/')`);
  write(`  ${curl} -G --data-urlencode "after=$CURSOR" ${live(second)}/events`);
  write('');
  write('In the other one, push a passage on node 1:');
  write('');
  write(`  ETAG=$(${curl} -o /dev/null -D - ${live(first)} | tr -d '\\r' | sed -n 's/^etag: //p')`);
  const push = `-H "If-Match: $ETAG" -H 'Content-Type: application/json' -d '{"passage":"John 3:16-18"}'`;
  write(`  ${curl} ${push} ${live(first)}/passages`);
  write('');
  write(`If a node dies, the others keep running: kill -9 ${second.pid}`);
  write('Ctrl-C stops everything.');
  write('');
}
