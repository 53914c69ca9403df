import './styles/lives.css';
import { useWorkspace } from '../workspace-context.ts';
import { FollowSheet } from './links/follow-sheet.tsx';
import { LivePage } from './live-page.tsx';

/** Renders one Live. `?sheet` is the page to print for the audience. */
export default function LiveArea() {
  const liveId = useWorkspace().page.resourceId!;
  return new URLSearchParams(location.search).has('sheet') ? (
    <FollowSheet liveId={liveId} />
  ) : (
    <LivePage liveId={liveId} />
  );
}
