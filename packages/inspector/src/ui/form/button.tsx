import type { ButtonHTMLAttributes, ReactNode } from 'react';

/** What a button looks like: `primary` once a view at most. */
export type ButtonKind = 'primary' | 'plain' | 'quiet' | 'danger';

export interface ButtonProps extends ButtonHTMLAttributes<HTMLButtonElement> {
  /** (Default: 'plain') */
  readonly kind?: ButtonKind;
  readonly icon?: ReactNode;
  /** (Default: false) */
  readonly small?: boolean;
}

/** A button that submits nothing unless it is told to. */
export function Button({
  kind = 'plain',
  icon,
  small = false,
  children,
  className = '',
  ...rest
}: ButtonProps): ReactNode {
  return (
    <button
      type="button"
      {...rest}
      className={`button button-${kind} ${small ? 'button-small' : ''} ${className}`.trim()}
    >
      {icon}
      {children}
    </button>
  );
}
