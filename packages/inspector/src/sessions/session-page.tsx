import type { Session } from '@inkling/engine';
import { ChevronLeft, CircleStop } from 'lucide-react';
import { useMemo, useSyncExternalStore, type ReactNode } from 'react';
import { Link } from 'wouter';
import { useChange, useOperation } from '../api/use-operation.ts';
import { formatDuration, shortId } from '../text/format.ts';
import { Timestamp, useNow } from '../text/timestamp.tsx';
import { VisibleText } from '../text/visible-text.tsx';
import { Confirm } from '../ui/form/confirm.tsx';
import { CopyButton } from '../ui/copy-button.tsx';
import { Loaded } from '../ui/loaded.tsx';
import { Page } from '../ui/page.tsx';
import { TabLinks } from '../ui/tab-links.tsx';
import { createActivityFeed, type ActivityFeed, type FeedSnapshot, type FeedState } from '../api/activity-feed.ts';
import { Badge, type Tone } from '../ui/badge.tsx';
import { ActivityTab } from './tabs/activity-tab.tsx';
import { ContextBrowser } from './tabs/context-browser.tsx';
import { InjectionsTab } from './tabs/injections-tab.tsx';
import { OutcomeControl } from './outcome-control.tsx';
import { QueueTab } from './tabs/queue-tab.tsx';
import { sessionHref, sessionName } from './session-name.ts';
import { isLive, OutcomeBadge, SessionStatusBadge } from './session-status.tsx';
import { TimelineTab } from './tabs/timeline-tab.tsx';
import { ToolsTab } from './tabs/tools-tab.tsx';

const REFRESH_MS = 2000;

const TABS = [
  ['activity', 'Activity'],
  ['tools', 'Tool calls'],
  ['context', 'Context'],
  ['injections', 'Injections'],
  ['timeline', 'Timeline'],
  ['queue', 'Queue'],
] as const;

/** One session: what happened in it, what its agent was given, and why. */
export function SessionPage({ id, tab }: { readonly id: string; readonly tab: string }): ReactNode {
  const session = useOperation('getSession', { params: { sessionId: id } }, { everyMs: REFRESH_MS });
  return (
    <Loaded query={session} lines={8}>
      {(data) => <SessionView session={data} tab={tab} />}
    </Loaded>
  );
}

function SessionView({ session, tab }: { readonly session: Session; readonly tab: string }): ReactNode {
  const feed = useActivityFeed(session.id);
  const name = sessionName(session);
  return (
    <Page
      title={name}
      heading={<VisibleText>{name}</VisibleText>}
      above={
        <Link href="/sessions" className="back">
          <ChevronLeft size={14} aria-hidden /> Sessions
        </Link>
      }
      about={<SessionFacts session={session} />}
      actions={<SessionActions session={session} />}
    >
      {isLive(session.status) ? null : <OutcomeControl sessionId={session.id} />}
      <div className="tab-bar">
        <TabLinks
          label="Parts of the session"
          current={tab}
          tabs={TABS.map(([name, label]) => ({ id: name, label, href: sessionHref(session.id, name) }))}
        />
        <FeedIndicator state={feed.state} isLive={isLive(session.status)} />
      </div>
      {tab === 'tools' ? <ToolsTab feed={feed} /> : null}
      {tab === 'context' ? <ContextBrowser sessionId={session.id} feed={feed} /> : null}
      {tab === 'injections' ? <InjectionsTab session={session} /> : null}
      {tab === 'timeline' ? <TimelineTab session={session} /> : null}
      {tab === 'queue' ? <QueueTab session={session} /> : null}
      {tab === 'activity' ? <ActivityTab feed={feed} /> : null}
    </Page>
  );
}

function SessionFacts({ session }: { readonly session: Session }): ReactNode {
  const now = useNow();
  const { claimedAt, endedAt, parent, workItem } = session;
  return (
    <div className="meta">
      <SessionStatusBadge session={session} />
      <OutcomeBadge outcome={session.outcome} />
      {workItem?.identifier ? <span className="mono">{workItem.identifier}</span> : null}
      <span>{session.workType.replaceAll('_', ' ')}</span>
      {session.agentId ? <span>{session.agentId}</span> : null}
      {session.projectId ? <span className="cut">{session.projectId}</span> : null}
      <span>
        created <Timestamp at={session.createdAt} />
      </span>
      {claimedAt ? (
        <span className="num">ran {formatDuration(Date.parse(claimedAt), endedAt ? Date.parse(endedAt) : now)}</span>
      ) : null}
      {session.epoch > 0 ? <span className="num">epoch {session.epoch}</span> : null}
      {parent ? (
        <span>
          {parent.link} of <Link href={sessionHref(parent.sessionId)}>{shortId(parent.sessionId)}</Link>
        </span>
      ) : null}
      <span className="meta-id mono">
        {shortId(session.id)} <CopyButton text={session.id} label="Copy the session's id" />
      </span>
    </div>
  );
}

function SessionActions({ session }: { readonly session: Session }): ReactNode {
  const stop = useChange('stopSession', {
    changes: ['getSession', 'listSessions'],
    say: () => 'The session is stopped.',
  });
  if (!isLive(session.status)) return null;
  return (
    <Confirm
      trigger="Stop session"
      icon={<CircleStop size={14} aria-hidden />}
      title="Stop this session?"
      verb="Stop it"
      onConfirm={() => stop.mutate({ params: { sessionId: session.id }, body: { reason: 'stopped in the inspector' } })}
    >
      Its worker is told with its next heartbeat, and what waits in its queue is dropped. A stopped session cannot be
      taken up again.
    </Confirm>
  );
}

const WORDS: Readonly<Record<FeedState, { readonly tone: Tone; readonly text: string; readonly title: string }>> = {
  connecting: { tone: 'neutral', text: 'Connecting', title: 'Opening the stream' },
  live: { tone: 'good', text: 'Live', title: 'Events are pushed as they happen' },
  polling: { tone: 'warn', text: 'Polling', title: 'The stream is cut: asking every second until it is back' },
  offline: { tone: 'bad', text: 'Offline', title: 'The daemon does not answer. Trying again every second' },
};

/** How the events on this page arrive. */
export function FeedIndicator({ state, isLive }: { readonly state: FeedState; readonly isLive: boolean }): ReactNode {
  const { tone, text, title } = WORDS[state];
  return (
    <span className="feed-state" role="status" data-state={state}>
      <Badge tone={tone} dot pulse={state === 'live' && isLive} title={title}>
        {text}
      </Badge>
    </span>
  );
}

/** A session's events as they come, while the component is on screen. */
export function useActivityFeed(sessionId: string): FeedSnapshot & Pick<ActivityFeed, 'loadEarlier'> {
  const feed = useMemo(() => createActivityFeed(sessionId), [sessionId]);
  const snapshot = useSyncExternalStore(feed.subscribe, feed.snapshot);
  return { ...snapshot, loadEarlier: feed.loadEarlier };
}
