import type { LiveTopology } from '@inkling/engine/types';
import { FileCode2, Syringe } from 'lucide-react';
import type { CSSProperties, ReactNode } from 'react';
import { Link } from 'wouter';
import { inline } from '../sessions/tabs/activity-words.ts';
import { sessionHref } from '../sessions/session-name.ts';
import { isLive, StatusBadge } from '../sessions/session-status.tsx';
import { shortId } from '../text/format.ts';
import { Timestamp, useNow } from '../text/timestamp.tsx';
import { VisibleText } from '../text/visible-text.tsx';

type TopologyNode = LiveTopology['nodes'][number];

/** How much of an ended session is left: from 1 at its end to 0 when the window has passed. */
export function remaining(endedAt: string | null, now: number, windowMs: number): number {
  if (endedAt === null) return 1;
  return Math.max(0, Math.min(1, 1 - (now - Date.parse(endedAt)) / windowMs));
}

/** A session on the map. The bar at its foot runs out with the time for which an ended one is kept. */
export function SessionCard({ node, windowMs }: { readonly node: TopologyNode; readonly windowMs: number }): ReactNode {
  const now = useNow();
  const { sessionId, title, identifier, agentId, status, currentFile, waitingInjects, endedAt } = node;
  const left = remaining(endedAt, now, windowMs);
  return (
    <Link href={sessionHref(sessionId)} className="session-card" data-live={isLive(status) || undefined}>
      <span className="session-card-title cut">
        <VisibleText>{title ?? identifier ?? shortId(sessionId)}</VisibleText>
      </span>
      <span className="session-card-line cut">
        {identifier ? `${identifier} · ` : ''}
        {agentId ?? 'no agent'} · {node.workType.replaceAll('_', ' ')}
      </span>
      <span className="session-card-line mono cut">
        <FileCode2 size={12} aria-hidden />
        {currentFile ? (
          <VisibleText>{inline(currentFile.value)}</VisibleText>
        ) : (
          <span className="faint">no file yet</span>
        )}
      </span>
      <span className="session-card-line">
        <StatusBadge status={status} />
        <When node={node} />
        {waitingInjects > 0 ? (
          <span className="num" title="Blocks that wait or are in flight">
            <Syringe size={12} aria-hidden /> {waitingInjects}
          </span>
        ) : null}
      </span>
      {endedAt === null ? null : (
        <span
          className="decay"
          style={{ '--share': left } as CSSProperties}
          title={`${Math.round(left * 100)} % of its time here is left`}
        />
      )}
    </Link>
  );
}

function When({ node: { endedAt, lastActivity } }: { readonly node: TopologyNode }): ReactNode {
  if (endedAt !== null) {
    return (
      <span>
        ended <Timestamp at={endedAt} />
      </span>
    );
  }
  return lastActivity ? <Timestamp at={lastActivity.occurredAt} /> : <span className="faint">no event yet</span>;
}
