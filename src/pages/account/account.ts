import type { FastifyInstance } from 'fastify';
import { type ActivityServices, addActivityPages } from './activity-pages.ts';
import { type AppsServices, addAppsPage } from './apps.ts';
import { addDataPages, type DataServices } from './data.ts';
import { addOverviewPage, type OverviewServices } from './overview.ts';

export type OwnAccountServices = OverviewServices & AppsServices & ActivityServices & DataServices;

/** Adds the pages of a person's account: overview, apps, activity and data. */
export function addAccount(pages: FastifyInstance, services: OwnAccountServices): void {
  addOverviewPage(pages, services);
  addAppsPage(pages, services);
  addActivityPages(pages, services);
  addDataPages(pages, services);
}
