import type { ReactNode } from 'react';
import { VisibleText } from '../text/visible-text.tsx';

/** A JSON value as it would be written, always as text. */
export function JsonView({ value, label }: { readonly value: unknown; readonly label: string }): ReactNode {
  return (
    <pre className="pre" tabIndex={0} role="region" aria-label={label}>
      <VisibleText>{JSON.stringify(value, null, 2) ?? 'nothing'}</VisibleText>
    </pre>
  );
}
