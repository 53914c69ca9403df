import type { FastifyInstance } from 'fastify';
import { addConsoleCredential, type ConsoleCredentialServices } from './console-credential.ts';
import { addConsolePages, type ConsolePagesServices } from './console-pages.ts';
import { addConsolePairing, type ConsolePairingServices } from './console-pairing.ts';
import { addConsoleRemoteLinks, type ConsoleRemoteLinksServices } from './console-remote-links.ts';

export type ConsoleServices = ConsolePagesServices &
  ConsoleCredentialServices &
  ConsolePairingServices &
  ConsoleRemoteLinksServices;

/** Adds the operator's console: its page, and the routes for its script. */
export function addConsole(pages: FastifyInstance, services: ConsoleServices): void {
  addConsolePages(pages, services);
  addConsoleCredential(pages, services);
  addConsolePairing(pages, services);
  addConsoleRemoteLinks(pages, services);
}
