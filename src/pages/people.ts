import type { FastifyInstance } from 'fastify';
import type { PageServices } from './services.ts';

/** Every group of pages for people, each in a folder of its own. */
export function addPeople(_pages: FastifyInstance, _services: PageServices): void {}
