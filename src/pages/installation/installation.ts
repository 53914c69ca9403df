import type { FastifyInstance } from 'fastify';
import { addBackupPages, type BackupPageServices } from './backups.ts';
import { addFigurePage, type FigurePageServices } from './figures.ts';

export type InstallationPageServices = FigurePageServices & BackupPageServices;

/** Adds the pages for administrators of the installation. [D69] */
export function addInstallationPages(pages: FastifyInstance, services: InstallationPageServices): void {
  addFigurePage(pages, services);
  addBackupPages(pages, services);
}
