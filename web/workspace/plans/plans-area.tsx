import { useWorkspace } from '../workspace-context.ts';

/** Renders the area of plans. */
export default function PlansArea() {
  const { strings } = useWorkspace();
  return <h1>{strings.plans.title}</h1>;
}
