import { toCode, toDocument, toTable } from './markdown.ts';

const INTRODUCTION = `# Metrics

Written by \`node bin/write-reference.ts\`; a test holds it against the server. \`GET /metrics\` answers in the text format of Prometheus,
for this node alone. It needs no token. It tells no names, but the ids of Lives with viewers, which are their addresses: keep it inside your
network, as the proxies in [how-to](../how-to) do.`;

const REST = `Beside these come the usual metrics of a Node process (\`process_…\`, \`nodejs_…\`) as the package \`prom-client\` names them: CPU time,
memory, open files, lag of the event loop, garbage collection.

## What to watch

- \`rate(lectern_http_requests_total{status=~"5.."}[5m])\` above zero: the log says why; \`unavailable\` is the database.
- \`histogram_quantile(0.99, rate(lectern_http_request_duration_seconds_bucket[5m]))\` above a tenth of a second: disk or processor are busy.
- \`nodejs_eventloop_lag_p99_seconds\` above 0.05: one processor is not enough; run several nodes.
- \`rate(lectern_audience_resynchronizations_total[5m])\`: viewers' connections are slower than the changes.
- \`process_open_fds\` near \`process_max_fds\`: raise the limit of open files.`;

interface Family {
  readonly name: string;
  readonly help: string;
  readonly type: string;
  readonly labels: readonly string[];
}

/** docs/reference/metrics.md, made of what /metrics answers after a request. */
export function toMetricsDocument(exposition: string): string {
  const rows = familiesOf(exposition).map(({ name, type, labels, help }) => [
    toCode(name),
    type,
    labels.map(toCode).join(', ') || '–',
    help,
  ]);
  return toDocument([INTRODUCTION, toTable(['metric', 'type', 'labels', 'meaning'], rows), REST]);
}

/** Those of our own, in the order of their names. */
function familiesOf(exposition: string): Family[] {
  const help = [...exposition.matchAll(/^# HELP (lectern_\w+) (.*)$/gm)];
  return help
    .map(([, name, text]): Family => {
      const type = new RegExp(`^# TYPE ${name} (\\w+)$`, 'm').exec(exposition)?.[1] ?? 'unknown';
      const samples = exposition.matchAll(new RegExp(`^${name}(?:_bucket|_sum|_count)?\\{(.*)\\}`, 'gm'));
      const labels = [...samples].flatMap(([, list]) => [...list!.matchAll(/(\w+)=/g)].map(([, label]) => label!));
      return { name: name!, help: text!, type, labels: [...new Set(labels)].filter((label) => label !== 'le') };
    })
    .sort((a, b) => (a.name < b.name ? -1 : 1));
}
