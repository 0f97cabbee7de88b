import type { Activity } from '@inkling/engine';
import { Activity as ActivityIcon } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import type { FeedSnapshot } from '../../api/activity-feed.ts';
import { formatAbsolute, formatClock } from '../../text/format.ts';
import { VisibleText } from '../../text/visible-text.tsx';
import { Button } from '../../ui/form/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { JsonView } from '../../ui/json-view.tsx';
import { Skeleton } from '../../ui/loaded.tsx';
import { Panel } from '../../ui/panel.tsx';
import { ACTIVITY_ICONS, ACTIVITY_TYPES, activityText } from './activity-words.ts';

/** The feed of a session, and the way to its beginning. */
export type LoadedFeed = FeedSnapshot & { readonly loadEarlier: () => Promise<void> };

/** What happened, newest first. */
export function ActivityTab({ feed }: { readonly feed: LoadedFeed }): ReactNode {
  const [type, setType] = useState<Activity['type'] | null>(null);
  const shown = feed.activities.filter((activity) => type === null || activity.type === type).toReversed();
  return (
    <Panel
      title="Activity"
      about="Everything that was reported about the session, newest first."
      flush
      actions={
        <div className="segments" role="group" aria-label="Kind of event">
          {[null, ...ACTIVITY_TYPES].map((each) => (
            <button
              key={each ?? 'all'}
              type="button"
              className="segment"
              aria-pressed={type === each}
              onClick={() => setType(each)}
            >
              {each ?? 'all'}
            </button>
          ))}
        </div>
      }
    >
      <ActivityList shown={shown} feed={feed} />
      {feed.hasEarlier ? (
        <div className="table-foot">
          <Button onClick={() => void feed.loadEarlier()}>Show earlier events</Button>
        </div>
      ) : null}
    </Panel>
  );
}

function ActivityList({ shown, feed }: { readonly shown: readonly Activity[]; readonly feed: LoadedFeed }): ReactNode {
  if (shown.length > 0) {
    return (
      <ol className="list activity-list">
        {shown.map((activity) => (
          <ActivityItem key={activity.seq} activity={activity} />
        ))}
      </ol>
    );
  }
  if (feed.state === 'connecting') return <Skeleton lines={6} />;
  return (
    <EmptyState icon={ActivityIcon} title="Nothing was reported yet">
      Events appear here the moment an agent's hook or worker reports them.
    </EmptyState>
  );
}

function ActivityItem({ activity }: { readonly activity: Activity }): ReactNode {
  const Icon = ACTIVITY_ICONS[activity.type];
  return (
    <li className={`activity activity-${activity.type}`}>
      <details>
        <summary className="activity-line">
          <span className="activity-icon" aria-hidden>
            <Icon size={14} />
          </span>
          <span className="activity-type">{activity.type}</span>
          <span className="activity-text">
            <VisibleText>{activityText(activity)}</VisibleText>
          </span>
          <time
            className="activity-time num"
            dateTime={activity.occurredAt}
            title={formatAbsolute(activity.occurredAt)}
          >
            {formatClock(activity.occurredAt)}
          </time>
        </summary>
        <div className="activity-more">
          <JsonView value={activity.body} label={`Event ${activity.seq}`} />
        </div>
      </details>
    </li>
  );
}
