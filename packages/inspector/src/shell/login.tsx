import { useState, type FormEvent, type ReactNode } from 'react';
import { saveCredentials, type Credentials } from '../api/credentials.ts';
import { Button } from '../ui/form/button.tsx';
import { Command } from '../ui/empty-state.tsx';
import { TextField } from '../ui/form/field.tsx';

/** Asks for what lets one in: an API key, or on this machine the address that the command prints. */
export function Login({
  problem,
  refused,
  onEnter,
}: {
  /** Why the address did not let one in. */
  readonly problem: Error | null;
  /** The last credentials were not let in. */
  readonly refused: boolean;
  readonly onEnter: () => void;
}): ReactNode {
  const [isMissing, setMissing] = useState(false);
  const enter = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault();
    const given = credentialsFrom(new FormData(event.currentTarget));
    setMissing(given === null);
    if (!given) return;
    saveCredentials(given);
    onEnter();
  };
  return (
    <main className="login">
      <div className="login-card">
        <img src="/icon.svg" alt="" width="40" height="40" />
        <div className="stack stack-tight">
          <h1 className="login-title">Sign in to Inkling</h1>
          {problem ? (
            <p className="login-problem" role="alert">
              {problem.message}
            </p>
          ) : null}
          <p className="muted">On the machine where the daemon runs, open the address that this prints:</p>
          <Command>npx inkling inspect</Command>
        </div>
        <form className="login-form" onSubmit={enter}>
          <TextField
            label="API key or token"
            name="secret"
            type="password"
            autoComplete="current-password"
            aria-invalid={refused || isMissing || undefined}
            hint={hintOf(refused, isMissing)}
          />
          <TextField label="Organisation" name="org" hint="Used only with the token of the machine. If empty: local." />
          <Button kind="primary" type="submit">
            Sign in
          </Button>
        </form>
      </div>
    </main>
  );
}

function credentialsFrom(form: FormData): Credentials | null {
  const secret = String(form.get('secret') ?? '').trim();
  const orgId = String(form.get('org') ?? '').trim();
  return secret === '' ? null : { secret, orgId: orgId === '' ? null : orgId };
}

function hintOf(refused: boolean, isMissing: boolean): string {
  if (isMissing) return 'Fill in a key.';
  if (refused) return 'The daemon did not accept it. It may be revoked, or another daemon’s.';
  return 'Kept in this tab only. An administrator makes keys with `inkling keys create`.';
}
