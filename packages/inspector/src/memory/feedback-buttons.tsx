import { Clock, ThumbsDown, ThumbsUp } from 'lucide-react';
import type { ReactNode } from 'react';
import { useChange } from '../api/use-operation.ts';
import { formatFixed } from '../text/format.ts';

const VERDICTS = [
  { verdict: 'helpful', icon: ThumbsUp, label: 'Helpful' },
  { verdict: 'misleading', icon: ThumbsDown, label: 'Misleading' },
  { verdict: 'outdated', icon: Clock, label: 'Outdated: never recall it again' },
] as const;

/** What a person thinks of a memory. It moves the memory's weight, and with it its place among others. */
export function FeedbackButtons({
  observationId,
  sessionId = null,
}: {
  readonly observationId: string;
  /** The session that it was given to; null = outside of any. */
  readonly sessionId?: string | null;
}): ReactNode {
  const give = useChange('giveFeedback', {
    changes: ['getObservation', 'recall', 'listObservations', 'inspectInjections', 'listWeightHistory'],
    say: ({ refusal, weight }) => {
      if (refusal === 'transferred')
        return 'It belongs to another project and is read-only in this session: nothing changed.';
      if (refusal === 'not-given') return 'That session did not receive it: nothing changed.';
      return refusal === null
        ? `Noted. The memory weighs ${formatFixed(weight)} now.`
        : 'This rating was already given: nothing changed.';
    },
  });
  return (
    <div className="feedback" role="group" aria-label="Feedback">
      {VERDICTS.map(({ verdict, icon: Icon, label }) => (
        <button
          key={verdict}
          type="button"
          className="icon-button icon-button-small"
          aria-label={label}
          title={label}
          disabled={give.isPending}
          onClick={() => give.mutate({ body: { observationId, sessionId, verdict } })}
        >
          <Icon size={14} aria-hidden />
        </button>
      ))}
    </div>
  );
}
