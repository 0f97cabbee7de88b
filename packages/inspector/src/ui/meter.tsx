import type { CSSProperties, ReactNode } from 'react';
import type { Tone } from './badge.tsx';

/** A share as a bar, with its words beside it. */
export function Meter({
  value,
  max = 1,
  label,
  tone = 'accent',
}: {
  readonly value: number;
  readonly max?: number;
  /** What it says to those who do not see it. */
  readonly label: string;
  readonly tone?: Tone;
}): ReactNode {
  const share = max <= 0 ? 0 : Math.max(0, Math.min(1, value / max));
  return (
    <span className={`meter meter-${tone}`} role="img" aria-label={label}>
      <span className="meter-fill" style={{ '--share': share } as CSSProperties} />
    </span>
  );
}
