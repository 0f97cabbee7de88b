import type { Observation } from '@inkling/engine';
import { Pin } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { formatFixed, shortId } from '../text/format.ts';
import { Timestamp } from '../text/timestamp.tsx';
import { VisibleText } from '../text/visible-text.tsx';
import { Badge, type Tone } from '../ui/badge.tsx';

/** In which state an observation is; what was taken out of recall says so. */
export function observationState(
  { supersededBy, validTo, quarantineReason }: Observation,
  now: number,
): { readonly tone: Tone; readonly text: string } | null {
  if (quarantineReason !== null) return { tone: 'warn', text: 'in review' };
  if (supersededBy !== null) return { tone: 'neutral', text: 'superseded' };
  if (validTo !== null && Date.parse(validTo) <= now) return { tone: 'neutral', text: 'expired' };
  return null;
}

const CLASS_TONES: Readonly<Record<Observation['classification'], Tone>> = {
  public: 'good',
  internal: 'neutral',
  confidential: 'warn',
  restricted: 'bad',
};

/** Who may see it, in a word. */
export function ClassificationBadge({ value }: { readonly value: Observation['classification'] }): ReactNode {
  return <Badge tone={CLASS_TONES[value]}>{value}</Badge>;
}

/** A memory in two lines: what it says, and what it is. */
export function ObservationLine({
  observation,
  children,
}: {
  readonly observation: Observation;
  /** Behind the facts. */
  readonly children?: ReactNode;
}): ReactNode {
  const { id, content, kind, weight, classification, pinned, createdAt, metadata } = observation;
  const state = observationState(observation, Date.now());
  const path = metadata.paths?.[0];
  return (
    <div className="memory-line">
      <Link href={`/memory/${id}`} className="memory-text clamp-2">
        <VisibleText>{content}</VisibleText>
      </Link>
      <div className="meta">
        <span className="meta-kind">{kind.replaceAll('_', ' ')}</span>
        {state ? <Badge tone={state.tone}>{state.text}</Badge> : null}
        {classification === 'internal' ? null : <ClassificationBadge value={classification} />}
        {pinned ? (
          <Badge tone="accent">
            <Pin size={10} aria-hidden /> pinned
          </Badge>
        ) : null}
        <span className="num">weight {formatFixed(weight)}</span>
        {path === undefined ? null : (
          <span className="mono cut meta-path" title={path}>
            <VisibleText>{path}</VisibleText>
          </span>
        )}
        <Timestamp at={createdAt} />
        <span className="mono faint">{shortId(id)}</span>
        {children}
      </div>
    </div>
  );
}
