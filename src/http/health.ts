import type { FastifyInstance } from 'fastify';
import type { Services } from './services.ts';

/** Signs of life for supervisors, balancers and Prometheus. [D46] */
export function addHealth(app: FastifyInstance, { storage, metrics }: Services): void {
  app.get('/healthz', { schema: { hide: true } }, () => ({ status: 'alive' }));

  app.get('/readyz', { schema: { hide: true } }, async () => {
    await storage.ping();
    return { status: 'ready' };
  });

  app.get('/metrics', { schema: { hide: true } }, async (_request, reply) =>
    reply.type(metrics.registry.contentType).send(await metrics.registry.metrics()),
  );
}
