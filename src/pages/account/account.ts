import type { FastifyInstance } from 'fastify';
import type { PageServices } from '../services.ts';
import { addActivityPages } from './activity.ts';
import { addAppsPage } from './apps.ts';
import { addDataPages } from './data.ts';
import { addLivesPages } from './lives.ts';
import { addOrganizationPage } from './organization.ts';
import { addOrganizationTokensPage } from './organization-tokens.ts';
import { addOrganizationsPage } from './organizations.ts';
import { addOverviewPage } from './overview.ts';
import { addTokensPage } from './tokens.ts';

/** What a person sees and ends of the own account and organizations. */
export function addAccount(pages: FastifyInstance, services: PageServices): void {
  addOverviewPage(pages, services);
  addAppsPage(pages, services);
  addTokensPage(pages, services);
  addOrganizationsPage(pages, services);
  addOrganizationPage(pages, services);
  addOrganizationTokensPage(pages, services);
  addLivesPages(pages, services);
  addActivityPages(pages, services);
  addDataPages(pages, services);
}
