import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';

/** What an installation tells Prometheus. Names follow its conventions: base units, `_total` for counters. */
export class Metrics {
  readonly registry = new Registry();
  readonly requests = new Counter({
    name: 'lectern_http_requests_total',
    help: 'HTTP requests answered, by operation and status.',
    labelNames: ['operation', 'status'],
    registers: [this.registry],
  });
  readonly requestSeconds = new Histogram({
    name: 'lectern_http_request_duration_seconds',
    help: 'Time from the request line to the end of the answer; streams are not counted.',
    buckets: [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 1, 5],
    registers: [this.registry],
  });
  readonly viewers = new Gauge({
    name: 'lectern_audience_viewers',
    help: 'Audience streams that are open on this node.',
    registers: [this.registry],
  });
  readonly resynchronizations = new Counter({
    name: 'lectern_audience_resynchronizations_total',
    help: 'Viewers that fell behind and got the whole state again.',
    registers: [this.registry],
  });

  /** `count` is asked whenever the metrics are read. */
  observeWatches(count: () => number): void {
    new Gauge({
      name: 'lectern_event_polls_waiting',
      help: 'Event polls that wait on this node.',
      registers: [this.registry],
      collect() {
        this.set(count());
      },
    });
  }

  readonly #children = new Map<string, Counter.Internal>();

  /** Counts one answer; the counter of an operation and status is looked up once. */
  countRequest(operation: string, status: number, milliseconds: number): void {
    const key = `${operation} ${status}`;
    let child = this.#children.get(key);
    if (!child) {
      child = this.requests.labels(operation, String(status));
      this.#children.set(key, child);
    }
    child.inc();
    this.requestSeconds.observe(milliseconds / 1000);
  }

  constructor() {
    collectDefaultMetrics({ register: this.registry });
  }
}
