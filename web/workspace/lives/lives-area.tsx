import './lives.css';
import { useWorkspace } from '../workspace-context.ts';
import { FollowSheet } from './links/follow-sheet.tsx';
import { LivePage } from './live-page.tsx';
import { LivesList } from './lives-list.tsx';

/** Renders the Lives of an owner, or one of them. `?sheet` is the page to print for the audience. */
export default function LivesArea() {
  const { resourceId } = useWorkspace().page;
  if (resourceId === null) return <LivesList />;
  return new URLSearchParams(location.search).has('sheet') ? (
    <FollowSheet liveId={resourceId} />
  ) : (
    <LivePage liveId={resourceId} />
  );
}
