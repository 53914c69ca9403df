import './styles/plans.css';
import { useWorkspace } from '../workspace-context.ts';
import { PlanLoader } from './plan-loader.tsx';
import { PlansPage } from './plans-page.tsx';

/** Renders the plans of the owner, or the editor of one. */
export default function PlansArea() {
  const { page } = useWorkspace();
  return page.resourceId === null ? <PlansPage /> : <PlanLoader planId={page.resourceId} />;
}
