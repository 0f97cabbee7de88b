import { Switch } from '@base-ui/react/switch';
import type { ReactNode } from 'react';

/** On or off, at once. */
export function Toggle({
  label,
  checked,
  onChange,
  disabled = false,
}: {
  /** What is switched, for those who hear it. */
  readonly label: string;
  readonly checked: boolean;
  readonly onChange: (checked: boolean) => void;
  readonly disabled?: boolean;
}): ReactNode {
  return (
    <Switch.Root className="toggle" aria-label={label} checked={checked} onCheckedChange={onChange} disabled={disabled}>
      <Switch.Thumb className="toggle-thumb" />
    </Switch.Root>
  );
}
