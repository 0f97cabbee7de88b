import type { FormEvent, ReactNode } from 'react';
import { Button } from '../ui/form/button.tsx';
import { TextField } from '../ui/form/field.tsx';

/** A number that an administrator sets, or takes back to what holds without it. */
export function NumberSetting({
  label,
  value,
  min,
  max,
  placeholder,
  save,
}: {
  readonly label: string;
  /** null = nobody has set it. */
  readonly value: number | null;
  readonly min: number;
  readonly max: number;
  /** What holds when nobody has. */
  readonly placeholder: string;
  readonly save: (value: number | null) => void;
}): ReactNode {
  const submit = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault();
    const text = String(new FormData(event.currentTarget).get('value')).trim();
    save(text === '' ? null : Number(text));
  };
  return (
    <form className="inline-form" onSubmit={submit}>
      <TextField
        label={label}
        hideLabel
        name="value"
        type="number"
        min={min}
        max={max}
        className="field-number"
        placeholder={placeholder}
        defaultValue={value ?? ''}
      />
      <Button type="submit" small>
        Save
      </Button>
      {value === null ? null : (
        <Button small kind="quiet" onClick={() => save(null)}>
          Reset
        </Button>
      )}
    </form>
  );
}
