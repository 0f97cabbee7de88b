import type { Session } from '@inkling/engine';
import type { ReactNode } from 'react';
import { useNow } from '../text/timestamp.tsx';
import { Badge, type Tone } from '../ui/badge.tsx';

const TONES: Readonly<Record<Session['status'], Tone>> = {
  queued: 'neutral',
  claimed: 'accent',
  working: 'accent',
  completed: 'good',
  failed: 'bad',
  stopped: 'warn',
};

/** True while something may still happen in a session. */
export function isLive(status: string): boolean {
  return status === 'queued' || status === 'claimed' || status === 'working';
}

/** A status in its colour; it breathes while a worker is at it. */
export function StatusBadge({ status }: { readonly status: string }): ReactNode {
  const isHeld = status === 'claimed' || status === 'working';
  return (
    <Badge tone={TONES[status as Session['status']] ?? 'neutral'} dot pulse={isHeld}>
      {status}
    </Badge>
  );
}

/** The status of a session, and a warning when its worker has not been heard of since the lock ran out. */
export function SessionStatusBadge({ session }: { readonly session: Session }): ReactNode {
  const now = useNow();
  const { status, lockExpiresAt } = session;
  const isHeld = status === 'claimed' || status === 'working';
  if (isHeld && lockExpiresAt !== null && Date.parse(lockExpiresAt) < now) {
    return (
      <Badge tone="warn" dot title="The worker's lock has run out: another may take the session over">
        worker silent
      </Badge>
    );
  }
  return <StatusBadge status={status} />;
}

const OUTCOMES: Readonly<Record<string, Tone>> = { accepted: 'good', rework: 'warn', rejected: 'bad' };

/** What became of the work; nothing while nobody has judged it. */
export function OutcomeBadge({ outcome }: { readonly outcome: string | null }): ReactNode {
  if (outcome === null) return null;
  return <Badge tone={OUTCOMES[outcome] ?? 'neutral'}>{outcome}</Badge>;
}
