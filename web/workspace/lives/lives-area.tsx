import './styles/lives.css';
import { useWorkspace } from '../workspace-context.ts';
import { DesignPage } from './design/design-page.tsx';
import { FollowSheet } from './links/follow-sheet.tsx';
import { LivePage } from './live-page.tsx';
import { LivesList } from './lives-list.tsx';

/** Resource in the address of the design. It cannot be the id of a Live, which is longer. */
const DESIGN = 'design';

/** Renders the Lives of an owner, their design, or one Live. `?sheet` is the page to print for the audience. */
export default function LivesArea() {
  const { resourceId } = useWorkspace().page;
  if (resourceId === null) return <LivesList />;
  if (resourceId === DESIGN) return <DesignPage />;
  return new URLSearchParams(location.search).has('sheet') ? (
    <FollowSheet liveId={resourceId} />
  ) : (
    <LivePage liveId={resourceId} />
  );
}
