import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';

/** Viewers of a Live on this node: now, and the most at once since it has a room there. */
export interface LiveViewers {
  readonly viewers: number;
  readonly peak: number;
}

/** What an installation tells Prometheus. Names follow its conventions: base units, `_total` for counters. */
export class Metrics {
  readonly registry = new Registry();
  readonly #requests = new Counter({
    name: 'lectern_http_requests_total',
    help: 'HTTP requests answered, by operation and status.',
    labelNames: ['operation', 'status'],
    registers: [this.registry],
  });
  readonly #durations = new Histogram({
    name: 'lectern_http_request_duration_seconds',
    help: 'Time from the request line until its answer was handed over; streams are not counted.',
    buckets: [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 1, 5],
    registers: [this.registry],
  });
  #reading: Promise<string> | null = null;
  readonly viewers = new Gauge({
    name: 'lectern_audience_viewers',
    help: 'Audience streams that are open on this node.',
    registers: [this.registry],
  });
  readonly outputConnections = new Gauge({
    name: 'lectern_output_connections',
    help: 'Pages that show outputs and are connected to this node.',
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

  /** `count` is asked whenever the metrics are read. [D68] */
  observeRemotes(count: () => number): void {
    new Gauge({
      name: 'lectern_remote_connections',
      help: 'Pages of remote links that are connected to this node.',
      registers: [this.registry],
      collect() {
        this.set(count());
      },
    });
  }

  /** `count` is asked whenever the metrics are read, and names the Lives that have a room on this node by their ids. [D44] */
  observeLives(count: () => ReadonlyMap<string, LiveViewers>): void {
    const add = (name: string, help: string, field: keyof LiveViewers) =>
      new Gauge({
        name,
        help,
        labelNames: ['live_id'],
        registers: [this.registry],
        collect() {
          this.reset();
          for (const [live_id, viewers] of count()) this.set({ live_id }, viewers[field]);
        },
      });
    add(
      'lectern_live_viewers',
      'Audience streams of a Live on this node, told until it has had none for about a minute.',
      'viewers',
    );
    add('lectern_live_viewers_peak', 'The most of them that were open at once in that time.', 'peak');
  }

  /** All of them, as Prometheus reads them. Those who ask at the same time get the same text. */
  read(): Promise<string> {
    this.#reading ??= this.registry.metrics().finally(() => {
      this.#reading = null;
    });
    return this.#reading;
  }

  /** Counts one answer. */
  countRequest(operation: string, status: number, milliseconds: number): void {
    this.#requests.inc({ operation, status });
    this.#durations.observe(milliseconds / 1000);
  }

  constructor() {
    collectDefaultMetrics({ register: this.registry });
  }
}
