import type { FastifyInstance } from 'fastify';
import { addBackupPages, type BackupPageServices } from './backups.ts';
import { addEditionPages, type EditionPageServices } from './editions.ts';
import { addFigurePage, type FigurePageServices } from './figures.ts';
import { addNetworkPage, type NetworkPageServices } from './network.ts';

export type InstallationPageServices = FigurePageServices &
  BackupPageServices &
  EditionPageServices &
  NetworkPageServices;

/** Adds the pages for administrators of the installation. [D69] */
export function addInstallationPages(pages: FastifyInstance, services: InstallationPageServices): void {
  addFigurePage(pages, services);
  addBackupPages(pages, services);
  addEditionPages(pages, services);
  addNetworkPage(pages, services);
}
