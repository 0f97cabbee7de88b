import { useId, type ReactNode } from 'react';
import { useOperation } from '../api/use-operation.ts';
import { TextField, type TextFieldProps } from '../ui/form/field.tsx';

/** More are not read through by anybody; what is not among them is typed. */
const MOST = 1000;

const FRESH_MS = 60_000;

/** The id of a project. Those that there are are suggested, by the browser's own list; any other is taken too. */
export function ProjectField({ className = '', ...rest }: Omit<TextFieldProps, 'list'>): ReactNode {
  const list = useId();
  const projects = useOperation('listProjects', { query: { limit: MOST } }, { freshMs: FRESH_MS });
  return (
    <>
      <TextField {...rest} className={`suggests ${className}`.trim()} list={list} />
      <datalist id={list}>
        {(projects.data?.projectIds ?? []).map((id) => (
          <option key={id} value={id} />
        ))}
      </datalist>
    </>
  );
}
