import type { ReactNode } from 'react';

/** What a colour means, the same everywhere. The words say it too: colour is never alone. */
export type Tone = 'neutral' | 'accent' | 'good' | 'warn' | 'bad';

/** A word about a thing. */
export function Badge({
  tone = 'neutral',
  dot = false,
  pulse = false,
  children,
  title,
}: {
  readonly tone?: Tone;
  /** A dot before the word. (Default: false) */
  readonly dot?: boolean;
  /** The dot breathes: this is going on now. (Default: false) */
  readonly pulse?: boolean;
  readonly children: ReactNode;
  readonly title?: string;
}): ReactNode {
  return (
    <span className={`badge badge-${tone}`} title={title}>
      {dot ? <span className={pulse ? 'dot dot-pulse' : 'dot'} aria-hidden /> : null}
      {children}
    </span>
  );
}
