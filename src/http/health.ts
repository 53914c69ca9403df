import type { FastifyInstance } from 'fastify';
import { LecternError } from '../contract/lectern-error.ts';
import { INSTALLATION_MARK_HEADER, toInstallationMark } from '../domain/installation-mark.ts';
import { createMetricsGuard } from './admission/metrics-guard.ts';
import type { Services } from './services.ts';

/** Signs of life for supervisors and balancers, and what Prometheus reads. [D46] */
export function addHealth(app: FastifyInstance, services: Services): void {
  const { storage, metrics, admission, config } = services;
  const mayRead = createMetricsGuard(config);
  app.register(async (health) => {
    health.addHook('onRequest', (request, _reply, done) => {
      admission.chargeHealth(request.ip);
      done();
    });

    health.get('/healthz', { schema: { hide: true } }, () => ({ status: 'alive' }));

    const mark = toInstallationMark(storage.epoch);
    health.get('/readyz', { schema: { hide: true } }, async (_request, reply) => {
      await storage.ping();
      reply.header(INSTALLATION_MARK_HEADER, mark);
      return { status: 'ready' };
    });

    health.get('/metrics', { schema: { hide: true } }, async (request, reply) => {
      if (!mayRead(request)) throw new LecternError('not_found');
      return reply.type(metrics.registry.contentType).send(await metrics.read());
    });
  });
}
