import type { MemoryInject } from '@inkling/engine';
import type { InspectedInjection } from '@inkling/engine/types';
import type { ReactNode } from 'react';
import { Badge, type Tone } from '../ui/badge.tsx';

type Status = MemoryInject['status'];

const WORDS: Readonly<Record<Status, { readonly tone: Tone; readonly text: string }>> = {
  pending: { tone: 'neutral', text: 'waiting' },
  delivered: { tone: 'accent', text: 'delivered, not acknowledged' },
  written: { tone: 'accent', text: 'handed over' },
  acked: { tone: 'good', text: 'acknowledged' },
  dropped: { tone: 'warn', text: 'dropped' },
};

/** How far a block came. */
export function InjectStatusBadge({
  status,
  reason,
}: {
  readonly status: Status;
  readonly reason: string | null;
}): ReactNode {
  const { tone, text } = WORDS[status];
  return (
    <Badge tone={tone} dot>
      {reason === null ? text : `${text}: ${reason}`}
    </Badge>
  );
}

/** How far the block of an injection came; that it was never sent is said too. */
export function DeliveryBadge({ delivery }: { readonly delivery: InspectedInjection['delivery'] }): ReactNode {
  if (delivery === null) return <Badge title="Delivery was off, or there was no block">not sent</Badge>;
  return <InjectStatusBadge status={delivery.status} reason={delivery.dropReason} />;
}
