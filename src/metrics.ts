import { Counter, collectDefaultMetrics, Gauge, type Metric, Registry } from 'prom-client';

/** Viewers of a Live on this node: now, and the most at once since it has a room there. */
export interface LiveViewers {
  readonly viewers: number;
  readonly peak: number;
}

/** Upper bounds of the times that are told together, in seconds. */
const BOUNDS = [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 1, 5] as const;

/** Answers are counted here, and told when somebody asks: that a library puts labels together would cost a read a twentieth of its time. */
class Answers {
  /** By operation and status. */
  readonly #counts = new Map<string, Map<number, { value: number }>>();
  /** How many took up to each bound and no less; the last took longer. */
  readonly #times = new Array<number>(BOUNDS.length + 1).fill(0);
  #seconds = 0;

  constructor(registry: Registry) {
    const counts = this.#counts;
    new Counter({
      name: 'lectern_http_requests_total',
      help: 'HTTP requests answered, by operation and status.',
      labelNames: ['operation', 'status'],
      registers: [registry],
      collect() {
        this.reset();
        for (const [operation, statuses] of counts) {
          for (const [status, { value }] of statuses) this.inc({ operation, status: String(status) }, value);
        }
      },
    });
    const name = 'lectern_http_request_duration_seconds';
    const help = 'Time from the request line until its answer was handed over; streams are not counted.';
    const type = 'histogram';
    const get = async () => ({ name, help, type, values: this.#toTimes(name) });
    registry.registerMetric({ name, help, type, get } as unknown as Metric);
  }

  count(operation: string, status: number, seconds: number): void {
    const count = this.#counts.get(operation)?.get(status) ?? this.#add(operation, status);
    count.value++;
    let at = 0;
    while (at < BOUNDS.length && seconds > BOUNDS[at]!) at++;
    this.#times[at]!++;
    this.#seconds += seconds;
  }

  #add(operation: string, status: number): { value: number } {
    const count = { value: 0 };
    const siblings = this.#counts.get(operation);
    if (siblings) siblings.set(status, count);
    else this.#counts.set(operation, new Map([[status, count]]));
    return count;
  }

  /** As Prometheus has them: each bucket holds what those before it hold. */
  #toTimes(name: string) {
    let value = 0;
    const buckets = [...BOUNDS, '+Inf'].map((le, at) => {
      value += this.#times[at]!;
      return { metricName: `${name}_bucket`, labels: { le }, value };
    });
    return [
      ...buckets,
      { metricName: `${name}_sum`, labels: {}, value: this.#seconds },
      { metricName: `${name}_count`, labels: {}, value },
    ];
  }
}

/** What an installation tells Prometheus. Names follow its conventions: base units, `_total` for counters. */
export class Metrics {
  readonly registry = new Registry();
  readonly #answers = new Answers(this.registry);
  #reading: Promise<string> | null = null;
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

  /** `count` is asked whenever the metrics are read, and names the Lives that have a room on this node by their ids. [D52] */
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
    this.#answers.count(operation, status, milliseconds / 1000);
  }

  constructor() {
    collectDefaultMetrics({ register: this.registry });
  }
}
