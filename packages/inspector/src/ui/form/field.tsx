import {
  useId,
  type InputHTMLAttributes,
  type ReactNode,
  type SelectHTMLAttributes,
  type TextareaHTMLAttributes,
} from 'react';

interface Labelled {
  readonly label: string;
  /** The label is for screen readers only: what is meant is plain from the place. (Default: false) */
  readonly hideLabel?: boolean;
  readonly hint?: ReactNode;
}

/** What {@link TextField} takes. */
export type TextFieldProps = Labelled & InputHTMLAttributes<HTMLInputElement>;

/** A line of text to fill in. */
export function TextField({ label, hideLabel = false, hint, className = '', ...rest }: TextFieldProps): ReactNode {
  const id = useId();
  return (
    <div className={`field ${className}`.trim()}>
      <label htmlFor={id} className={hideLabel ? 'hidden' : 'field-label'}>
        {label}
      </label>
      <input
        id={id}
        className="input"
        autoComplete="off"
        {...rest}
        aria-describedby={hint ? `${id}-hint` : undefined}
      />
      {hint ? (
        <p id={`${id}-hint`} className="field-hint">
          {hint}
        </p>
      ) : null}
    </div>
  );
}

/** One of a few values. The browser's own control: every keyboard and every phone knows it. */
export function SelectField({
  label,
  hideLabel = false,
  hint,
  options,
  className = '',
  ...rest
}: Labelled &
  SelectHTMLAttributes<HTMLSelectElement> & {
    readonly options: readonly (readonly [value: string, text: string])[];
  }): ReactNode {
  const id = useId();
  return (
    <div className={`field ${className}`.trim()}>
      <label htmlFor={id} className={hideLabel ? 'hidden' : 'field-label'}>
        {label}
      </label>
      <select id={id} className="input select" {...rest}>
        {options.map(([value, text]) => (
          <option key={value} value={value}>
            {text}
          </option>
        ))}
      </select>
      {hint ? <p className="field-hint">{hint}</p> : null}
    </div>
  );
}

/** A text of several lines to fill in. */
export function TextArea({
  label,
  className = '',
  ...rest
}: Pick<Labelled, 'label'> & TextareaHTMLAttributes<HTMLTextAreaElement>): ReactNode {
  const id = useId();
  return (
    <div className="field">
      <label htmlFor={id} className="field-label">
        {label}
      </label>
      <textarea id={id} className={`input ${className}`.trim()} {...rest} />
    </div>
  );
}
