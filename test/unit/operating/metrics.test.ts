import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Metrics } from '../../../src/metrics.ts';

/** The samples of one metric, as Prometheus reads them. */
async function samplesOf(metrics: Metrics, name: string): Promise<string[]> {
  const exposition = await metrics.registry.metrics();
  return exposition.split('\n').filter((line) => line.startsWith(name));
}

test('when responses are counted, then it is by operation and status, and they are reported at each request', async () => {
  const metrics = new Metrics();
  const count = () => samplesOf(metrics, 'lectern_http_requests_total');
  assert.deepEqual(await count(), []);
  metrics.countRequest('getLive', 200, 1);
  metrics.countRequest('getLive', 304, 1);
  metrics.countRequest('getLive', 200, 1);
  metrics.countRequest('none', 200, 1);
  const expected = [
    'lectern_http_requests_total{operation="getLive",status="200"} 2',
    'lectern_http_requests_total{operation="getLive",status="304"} 1',
    'lectern_http_requests_total{operation="none",status="200"} 1',
  ];
  assert.deepEqual(await count(), expected);
  assert.deepEqual(await count(), expected);
});

test('when times of responses are reported, then in buckets, each of which includes those before it', async () => {
  const metrics = new Metrics();
  const name = 'lectern_http_request_duration_seconds';
  for (const milliseconds of [0.1, 0.5, 0.6, 30, 5_000, 5_000.1]) metrics.countRequest('getLive', 200, milliseconds);
  const exposition = await metrics.registry.metrics();
  assert.match(exposition, new RegExp(`^# TYPE ${name} histogram$`, 'm'));
  const samples = await samplesOf(metrics, name);
  const buckets = samples.flatMap((sample) => [...sample.matchAll(/_bucket\{le="(.+)"\} (\d+)$/g)]);
  assert.deepEqual(
    buckets.map(([, bound, count]) => `${bound}: ${count}`),
    '0.0005: 2, 0.001: 3, 0.0025: 3, 0.005: 3, 0.01: 3, 0.025: 3, 0.05: 4, 0.1: 4, 0.25: 4, 1: 4, 5: 5, +Inf: 6'.split(
      ', ',
    ),
  );
  const [sum, count] = samples.slice(buckets.length).map((sample) => sample.split(' '));
  assert.deepEqual([sum![0], count], [`${name}_sum`, [`${name}_count`, '6']]);
  assert.ok(Math.abs(Number(sum![1]) - 10.0313) < 1e-9, samples.join());
});
