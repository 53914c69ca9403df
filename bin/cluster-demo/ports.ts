import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { ConfigError } from '../../src/config/config-error.ts';

const PORT_MAX = 65_535;

/**
 * Returns `count` ports starting at `first`, or free ones if `first` is 0. Throws ConfigError if one of them is taken.
 */
export async function choosePorts(host: string, first: number, count: number): Promise<number[]> {
  if (first + count - 1 > PORT_MAX) throw new ConfigError(`PORT must leave room for ${count} ports up to ${PORT_MAX}.`);
  // All ports are held before any is released, so that no free port is found twice.
  const probes = [];
  for (let index = 0; index < count; index++) {
    const port = first === 0 ? 0 : first + index;
    const probe = createServer().listen(port, host);
    try {
      await once(probe, 'listening');
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EADDRINUSE') throw error;
      const wanted = Array.from({ length: count }, (_, at) => first + at).join(', ');
      throw new ConfigError(`Port ${port} on ${host} is taken. The demo needs ${wanted}. Set PORT to another port.`);
    }
    probes.push(probe);
  }
  const ports = probes.map((probe) => (probe.address() as AddressInfo).port);
  for (const probe of probes) probe.close();
  return ports;
}
