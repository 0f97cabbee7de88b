import type { InjectStatus, InspectedInjection } from '@inkling/engine/types';
import type { ReactNode } from 'react';
import { formatAbsolute, formatClock, formatMilliseconds } from '../../text/format.ts';
import { VisibleText } from '../../text/visible-text.tsx';
import { CopyButton } from '../../ui/copy-button.tsx';
import { IncludedTable, LeftOutTable } from './injection-rows.tsx';

const EXACT: Readonly<Record<InjectStatus, string>> = {
  pending: 'The block that waits for the agent',
  delivered: 'The block that was handed over; whether the agent got it is not known',
  written: 'The block that was handed over; whether the agent got it is not known',
  acked: 'The block exactly as the agent got it',
  dropped: 'The block, which was dropped',
};

const STATES: Readonly<Record<Exclude<InspectedInjection['block']['state'], 'exact'>, string>> = {
  rebuilt: 'The block, rendered again from what its memories say today',
  forgotten: 'The text is gone: a memory in it was forgotten',
  empty: 'No memory qualified, so no block was built',
  withheld: 'The policies keep a memory in it from you',
};

function headingOf({ block: { state }, delivery }: InspectedInjection): string {
  return state === 'exact' ? EXACT[delivery?.status ?? 'pending'] : STATES[state];
}

/** A block, its way to the agent, what is in it and what is not. */
export function InjectionDetail({ injection }: { readonly injection: InspectedInjection }): ReactNode {
  const { block, trace } = injection;
  return (
    <div className="stack">
      <div className="stack stack-tight">
        <div className="row row-between">
          <h3 className="label">{headingOf(injection)}</h3>
          {block.text === '' ? null : <CopyButton text={block.text} label="Copy the block" />}
        </div>
        {block.text === '' ? null : (
          <pre className="pre block-text" tabIndex={0} role="region" aria-label="Block">
            <VisibleText>{block.text}</VisibleText>
          </pre>
        )}
      </div>
      <DeliveryFacts injection={injection} />
      {trace && trace.rows.length > 0 ? <IncludedTable injection={injection} rows={trace.rows} /> : null}
      {trace && trace.leftOut.length > 0 ? (
        <LeftOutTable injection={injection} leftOut={trace.leftOut} count={trace.leftOutCount} />
      ) : null}
    </div>
  );
}

function DeliveryFacts({ injection }: { readonly injection: InspectedInjection }): ReactNode {
  const { delivery, trace, graphEdgeKeys } = injection;
  const moments = [
    ['Enqueued', delivery?.enqueuedAt],
    ['Delivered', delivery?.deliveredAt],
    ['Acknowledged', delivery?.ackedAt],
    ['Expires', delivery?.expiresAt],
  ] as const;
  return (
    <dl className="fact-line">
      {moments.map(([name, at]) =>
        at ? <Fact key={name} name={name} value={formatClock(at)} title={formatAbsolute(at)} /> : null,
      )}
      {delivery && delivery.attempts > 1 ? <Fact name="Handed over" value={`${delivery.attempts} times`} /> : null}
      {trace?.elapsedMs == null ? null : <Fact name="Took" value={formatMilliseconds(trace.elapsedMs)} />}
      {trace?.degraded ? <Fact name="Answered by" value={trace.degraded.replace('-', ' ')} /> : null}
      {graphEdgeKeys.length > 0 ? <Fact name="Graph triplets" value={String(graphEdgeKeys.length)} /> : null}
    </dl>
  );
}

function Fact({
  name,
  value,
  title,
}: {
  readonly name: string;
  readonly value: string;
  readonly title?: string;
}): ReactNode {
  return (
    <div title={title}>
      <dt>{name}</dt>
      <dd className="num">{value}</dd>
    </div>
  );
}
