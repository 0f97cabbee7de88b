import type { OutcomeEvidence, SaidOutcome } from '@inkling/engine/types';
import type { ReactNode } from 'react';
import { useChange, useOperation } from '../api/use-operation.ts';
import { Timestamp } from '../text/timestamp.tsx';
import { VisibleText } from '../text/visible-text.tsx';
import { SelectField } from '../ui/form/field.tsx';
import { Loaded } from '../ui/loaded.tsx';

const BY_EVIDENCE = '';

const CHOICES = [
  [BY_EVIDENCE, 'Decided by the evidence'],
  ['accepted', 'Accepted'],
  ['rework', 'Needed rework'],
  ['rejected', 'Rejected'],
  ['unknown', 'Cannot be known'],
] as const;

const CHANGES = ['getSession', 'listSessions', 'getSessionOutcome', 'inspectInjections', 'getObservation'] as const;

/** How a session ended, by what evidence, and the word of a person over it. */
export function OutcomeControl({ sessionId }: { readonly sessionId: string }): ReactNode {
  const known = useOperation('getSessionOutcome', { params: { sessionId } });
  const say = useChange('setSessionOutcome', {
    changes: CHANGES,
    say: ({ outcome }) => `Noted. The session counts as ${outcome ?? 'unknown'} now.`,
  });
  const takeBack = useChange('removeSessionOutcome', {
    changes: CHANGES,
    say: ({ outcome }) => `Removed. By the evidence the session is ${outcome ?? 'unknown'}.`,
  });
  const choose = (outcome: string): void => {
    const params = { sessionId };
    if (outcome === BY_EVIDENCE) takeBack.mutate({ params });
    else say.mutate({ params, body: { outcome: outcome as SaidOutcome } });
  };
  return (
    <Loaded query={known} lines={1}>
      {({ outcome, source, confidence, evidence }) => (
        <details className="outcome">
          <summary>
            Outcome: {outcome ?? 'unknown'}
            {source === null ? ', no evidence yet' : `, by ${source} (confidence ${confidence})`}
          </summary>
          <SelectField
            label="How it ended"
            value={saidIn(evidence)}
            options={CHOICES}
            disabled={say.isPending || takeBack.isPending}
            onChange={(event) => choose(event.target.value)}
          />
          <ul className="plain">
            {evidence.map((each) => (
              <li key={`${each.source} ${each.subject}`}>
                <Timestamp at={each.occurredAt} /> {each.source}: {each.says}{' '}
                <span className="mono small">{each.subject.slice(0, 12)}</span> <VisibleText>{each.detail}</VisibleText>
              </li>
            ))}
          </ul>
        </details>
      )}
    </Loaded>
  );
}

function saidIn(evidence: readonly OutcomeEvidence[]): string {
  const says = evidence.find(({ source }) => source === 'verdict')?.says ?? 'withdrawn';
  return says === 'withdrawn' ? BY_EVIDENCE : says;
}
