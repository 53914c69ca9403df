import type { FastifyInstance } from 'fastify';
import type { Config } from '../config/config.ts';
import { LecternError } from '../contract/lectern-error.ts';
import { ALIVE_PATH } from '../contract/waiting.ts';
import { INSTALLATION_FINGERPRINT_HEADER, toInstallationFingerprint } from '../domain/installation-fingerprint.ts';
import type { Metrics } from '../metrics.ts';
import type { Storage } from '../storage/storage.ts';
import type { Admission } from './admission/admission.ts';
import { createMetricsGuard } from './admission/metrics-guard.ts';

interface HealthServices {
  readonly storage: Pick<Storage, 'epoch' | 'ping'>;
  readonly metrics: Metrics;
  readonly admission: Admission;
  readonly config: Config;
}

/** Adds the health checks for supervisors and load balancers, and the metrics for Prometheus. [D46] */
export function addHealth(app: FastifyInstance, { storage, metrics, admission, config }: HealthServices): void {
  const mayRead = createMetricsGuard(config);
  app.register(async (health) => {
    health.addHook('onRequest', async (request) => admission.chargeHealth(request.ip));

    // A start page is a file, whose script can read only what every origin can.
    health.get(ALIVE_PATH, { schema: { hide: true } }, (_request, reply) => {
      reply.header('access-control-allow-origin', '*');
      return { status: 'alive' };
    });

    const fingerprint = toInstallationFingerprint(storage.epoch);
    health.get('/readyz', { schema: { hide: true } }, async (_request, reply) => {
      await storage.ping();
      reply.header(INSTALLATION_FINGERPRINT_HEADER, fingerprint);
      return { status: 'ready' };
    });

    health.get('/metrics', { schema: { hide: true } }, async (request, reply) => {
      if (!mayRead(request)) throw new LecternError('not_found');
      return reply.type(metrics.registry.contentType).send(await metrics.read());
    });
  });
}
