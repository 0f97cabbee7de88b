import { useMemo, useSyncExternalStore } from 'react';
import { createActivityFeed, type ActivityFeed, type FeedSnapshot } from './activity-feed.ts';

/** A session's events as they come, while the component is on screen. */
export function useActivityFeed(sessionId: string): FeedSnapshot & Pick<ActivityFeed, 'loadEarlier'> {
  const feed = useMemo(() => createActivityFeed(sessionId), [sessionId]);
  const snapshot = useSyncExternalStore(feed.subscribe, feed.snapshot);
  return { ...snapshot, loadEarlier: feed.loadEarlier };
}
