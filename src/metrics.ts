import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';

/** Viewers of a Live on this node: the current number, and the peak since the Live got a room here. */
export interface LiveViewers {
  readonly viewers: number;
  readonly peak: number;
}

/** The metrics exposed to Prometheus. Names follow its conventions: base units, `_total` for counters. */
export class Metrics {
  readonly registry = new Registry();
  readonly #requests = new Counter({
    name: 'lectern_http_requests_total',
    help: 'HTTP responses sent, by operation and status.',
    labelNames: ['operation', 'status'],
    registers: [this.registry],
  });
  readonly #durations = new Histogram({
    name: 'lectern_http_request_duration_seconds',
    help: 'Time from the request line until the response was handed to the system, streams excluded.',
    buckets: [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 1, 5],
    registers: [this.registry],
  });
  #rendering: Promise<string> | null = null;
  readonly viewers = new Gauge({
    name: 'lectern_audience_viewers',
    help: 'Open audience streams on this node.',
    registers: [this.registry],
  });
  readonly outputConnections = new Gauge({
    name: 'lectern_output_connections',
    help: 'Output pages connected to this node.',
    registers: [this.registry],
  });
  readonly resynchronizations = new Counter({
    name: 'lectern_audience_resynchronizations_total',
    help: 'Viewers that fell behind and were sent the whole state again.',
    registers: [this.registry],
  });

  readonly lastBackup = new Gauge({
    name: 'lectern_backup_last_success_timestamp_seconds',
    help: 'Time of the latest backup by night, page or command, in Unix seconds, read every two minutes; 0 without one.',
    registers: [this.registry],
  });
  readonly backupFailures = new Counter({
    name: 'lectern_backup_failures_total',
    help: 'Backups by night or page that failed on this node, retries included.',
    registers: [this.registry],
  });

  /** Registers the gauge of waiting event polls. `count` runs whenever the metrics are read. */
  observeWatches(count: () => number): void {
    new Gauge({
      name: 'lectern_event_polls_waiting',
      help: 'Event polls waiting on this node.',
      registers: [this.registry],
      collect() {
        this.set(count());
      },
    });
  }

  /** Registers the gauge of remote-link pages. `count` runs whenever the metrics are read. [D68] */
  observeRemotes(count: () => number): void {
    new Gauge({
      name: 'lectern_remote_connections',
      help: 'Remote-link pages connected to this node.',
      registers: [this.registry],
      collect() {
        this.set(count());
      },
    });
  }

  /**
   * Registers the viewer gauges of each Live. `count` runs whenever the metrics are read and returns the Lives that
   * have a room on this node, by id. [D52]
   */
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
      'Audience streams of a Live on this node, reported until it has had none for about a minute.',
      'viewers',
    );
    add('lectern_live_viewers_peak', 'Peak number of simultaneous audience streams of a Live in that time.', 'peak');
  }

  /** Returns all metrics in the Prometheus text format. Concurrent callers share one result. */
  read(): Promise<string> {
    this.#rendering ??= this.registry.metrics().finally(() => {
      this.#rendering = null;
    });
    return this.#rendering;
  }

  /** Counts one response and its duration. */
  countRequest(operation: string, status: number, milliseconds: number): void {
    this.#requests.inc({ operation, status });
    this.#durations.observe(milliseconds / 1000);
  }

  constructor() {
    collectDefaultMetrics({ register: this.registry });
  }
}
